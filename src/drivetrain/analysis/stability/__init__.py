"""Stability: eigenvalues over parameters, critical values, friction that feeds oscillations."""
