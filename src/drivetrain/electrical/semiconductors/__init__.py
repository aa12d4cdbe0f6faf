"""Semiconductors, one per module."""
