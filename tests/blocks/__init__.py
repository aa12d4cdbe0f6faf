"""Blocks, thing by thing."""
