"""Analyses of a lowered model for the kernel: locks, contacts, limits, delays, row columns."""
