"""What sources have in common, one idea per module."""
