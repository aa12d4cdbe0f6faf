"""Worms and differentials: gears whose friction follows the load."""
