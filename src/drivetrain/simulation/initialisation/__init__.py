"""Consistent start values from what a model demands and proposes."""
