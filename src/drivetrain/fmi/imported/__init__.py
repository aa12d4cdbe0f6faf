"""FMUs as parts of a model."""
