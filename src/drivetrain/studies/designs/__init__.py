"""Designs: which values of the parameters are combined."""
