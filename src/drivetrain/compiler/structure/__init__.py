"""Structure of the equations: index reduction, choice of states, causalization, diagnostics."""
