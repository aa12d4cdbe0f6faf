"""Responses of linear models: to harmonic inputs, to impulses and steps, and their validity."""
