"""Continuous dynamics, one block per module."""
