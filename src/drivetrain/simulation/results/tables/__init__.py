"""Tables about results: variables, parameters, deviations from another result."""
