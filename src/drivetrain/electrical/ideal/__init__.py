"""Idealized switches, diodes and transformers, one per module."""
