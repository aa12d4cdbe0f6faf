"""Consistent initial values from the fixed and preferred start values of a model."""
