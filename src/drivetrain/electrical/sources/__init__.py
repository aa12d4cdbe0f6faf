"""Sources of voltages and currents, one per module."""
