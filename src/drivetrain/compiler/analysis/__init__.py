"""What the kernel has to know of a model: locks, contacts, limits, delays, columns of a row."""
