"""Translational components, one per module."""
