"""How much each parameter contributes to the spread of an outcome."""
