"""Front end: from a model to one flat system of equations, with parameter values and aliases."""
