"""Look-up in tables, one block per module."""
