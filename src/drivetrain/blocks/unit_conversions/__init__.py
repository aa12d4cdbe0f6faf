"""Conversion of units, one block per module."""
