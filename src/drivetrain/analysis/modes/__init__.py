"""Eigenmodes of linear models: frequencies, damping, shapes, and what they depend on."""
