"""Verification of every run against the model's equations, energy balance and step errors."""
