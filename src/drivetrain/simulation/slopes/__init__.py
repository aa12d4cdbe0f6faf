"""First derivatives of a compiled model at a row of a run, with all contacts frozen."""
