"""Energy through the flanges of a machine in a window of time, and what became of it."""
