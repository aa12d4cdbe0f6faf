"""Whole models against formulas."""
