"""Running models and reading what came out: run control, results, events, energy."""
