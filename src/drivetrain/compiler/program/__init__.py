"""Intermediate representation of a model (SSA graph), and analyses of this graph alone."""
