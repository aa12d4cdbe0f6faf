"""Linear models: matrices with names and units, and the operating point at which they hold."""
