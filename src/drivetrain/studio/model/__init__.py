"""What the page tells of a model: where it comes from, its parts, parameters and variables."""
