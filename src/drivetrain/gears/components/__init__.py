"""Gears with crossed or branching shafts, one per module."""
