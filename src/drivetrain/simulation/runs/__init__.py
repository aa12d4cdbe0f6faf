"""One run of a model, from start to stop, with progress and interruption."""
