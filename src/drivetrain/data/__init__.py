"""Signals from measured data."""

from drivetrain.data.time_series import from_data

__all__ = ["from_data"]
