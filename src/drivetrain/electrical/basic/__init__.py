"""Elements of circuits, one per module."""
