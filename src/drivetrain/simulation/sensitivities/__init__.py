"""Forward sensitivities: how a run changes with parameters, carried along with it."""
