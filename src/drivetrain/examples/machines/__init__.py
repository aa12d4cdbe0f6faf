"""Whole machines: what people build with the library, with realistic numbers."""
