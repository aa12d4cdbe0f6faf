"""Distributions of the parameters that a study varies."""
