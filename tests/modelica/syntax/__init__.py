"""Text to nodes and back."""
