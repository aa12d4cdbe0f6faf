"""Many runs of one model with different parameters, on several threads."""
