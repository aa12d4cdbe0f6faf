"""One run of a model, from the start to the stop, with progress and interruption."""
