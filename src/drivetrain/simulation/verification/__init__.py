"""Verification: every run is held against what it has to fulfil, and says so when it does not."""
