"""Whole models held against published trajectories."""
