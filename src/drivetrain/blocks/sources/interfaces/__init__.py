"""Base classes of sources, one idea per module."""
