"""From a model to one flat system of equations: flattening, parameter values, aliases."""
