"""What a study keeps of each run: numbers, computed where the run is made."""
