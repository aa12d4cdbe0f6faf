"""Sweeps over the speed of a shaft: excitation by orders, response, critical speeds."""
