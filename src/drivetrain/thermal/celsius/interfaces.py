"""Base of components with temperatures in degrees Celsius."""

from __future__ import annotations

from drivetrain.modeling import constant

__all__ = ["ZERO_CELSIUS"]

ZERO_CELSIUS = constant(273.15, "K")
"""Absolute temperature of 0 °C."""
