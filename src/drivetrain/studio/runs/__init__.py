"""Runs of the model: one at a time off the event loop, and what the page draws of them."""
