"""Couplings, one per module."""
