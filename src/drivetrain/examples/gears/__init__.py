"""Worms and differentials: gears whose friction depends on the load."""
