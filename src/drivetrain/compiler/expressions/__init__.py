"""Symbolic expressions: algebra, derivatives, equation templates, evaluation in Python."""
