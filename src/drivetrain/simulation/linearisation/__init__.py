"""Linearisation of a compiled model at an operating point, with all contacts frozen."""
