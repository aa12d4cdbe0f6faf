"""Examples of the 2002 edition, in its own components."""
