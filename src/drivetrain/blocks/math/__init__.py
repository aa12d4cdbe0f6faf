"""Arithmetic on signals."""
