"""Outcomes: what a run is asked for, read from one result, or from many as they are made."""
