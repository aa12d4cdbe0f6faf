"""Declarations: bases, parts, numbers, connectors and connections."""
