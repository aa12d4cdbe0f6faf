"""What a run gives: trajectories, events, energy, the report on its start, files."""
