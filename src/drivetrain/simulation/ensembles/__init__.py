"""Many runs of one model with other parameters, on several threads."""
