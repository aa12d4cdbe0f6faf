"""Blocks that put signals together and take them apart."""
