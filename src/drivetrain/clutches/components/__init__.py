"""Clutches, one per module."""
