"""Thermal sensors, one per module."""
