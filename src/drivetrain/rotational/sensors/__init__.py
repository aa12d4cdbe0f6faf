"""Ideal rotational sensors, one per module."""
