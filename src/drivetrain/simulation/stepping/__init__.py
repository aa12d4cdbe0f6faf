"""Runs that are made step by step, read and changed on the way, copied and saved."""
