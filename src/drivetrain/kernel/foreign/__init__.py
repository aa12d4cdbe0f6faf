"""Blocks of a model that other programs compute."""
