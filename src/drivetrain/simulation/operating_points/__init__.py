"""Operating points of a compiled model: starts, instants, given values, steady states."""
