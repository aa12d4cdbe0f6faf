"""Symbolic expressions: algebra, derivatives, templates of equations, evaluation in Python."""
