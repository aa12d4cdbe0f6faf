"""Ideal sensors, one per module."""
