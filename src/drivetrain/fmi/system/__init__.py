"""Systems of several units (SSP 1.0)."""
