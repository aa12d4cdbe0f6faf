"""Jacobians of the right-hand side: symbolic, by the chain rule over loops, and their fill-in."""
