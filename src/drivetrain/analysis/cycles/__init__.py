"""Periodic motions: shooting, derivatives through events, multipliers, continuation."""
