"""Rotational sensors of the 2002 edition, one per module."""
