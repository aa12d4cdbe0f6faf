"""Constant temperature in °C."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter
from drivetrain.thermal.celsius.interfaces import ZERO_CELSIUS
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["FixedTemperature"]


class FixedTemperature(Component):
    """Boundary at a constant temperature in °C, whatever heat flows."""

    symbol = "temperature"

    T = parameter(unit="degC", min=-273.15, doc="Temperature of the port, °C")
    port = HeatPort(doc="Port at the given temperature")

    def equations(self) -> Iterable[Any]:
        yield self.port.T == self.T + ZERO_CELSIUS
