"""Periodic motions of compiled models, found by runs through their events."""
