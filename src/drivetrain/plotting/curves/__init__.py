"""Trajectories as curves, sorted into axes."""
