"""Running models and reading their results: run control, results, events, energy."""
