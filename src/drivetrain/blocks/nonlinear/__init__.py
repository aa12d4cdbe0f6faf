"""Non-linear blocks, one per module."""
