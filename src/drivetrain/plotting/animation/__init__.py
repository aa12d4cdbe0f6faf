"""Runs shown on the diagram of the machine: shafts that move, elements that stick and slide."""
