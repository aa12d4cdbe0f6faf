"""Signals that depend on time, one class per module."""
