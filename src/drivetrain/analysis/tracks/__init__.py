"""Eigenmodes of several linear models, matched with each other: tracks, and side by side."""
