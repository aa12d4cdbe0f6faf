"""Logic and comparison, one block per module."""
