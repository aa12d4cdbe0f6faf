"""Results of a run: trajectories, events, energy, the report on its start, files."""
