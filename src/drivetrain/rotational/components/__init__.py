"""Rotational components, one per module."""
