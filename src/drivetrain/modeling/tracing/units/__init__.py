"""Check the units of a class, and find those that nobody stated."""
