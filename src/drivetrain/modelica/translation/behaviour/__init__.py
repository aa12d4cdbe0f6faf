"""Equations, algorithms and functions."""
