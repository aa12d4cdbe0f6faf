"""Constant temperature."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["FixedTemperature"]


class FixedTemperature(Component):
    """Boundary at a constant temperature, whatever heat flows."""

    symbol = "temperature"

    T = parameter(unit="K", min=0, doc="Temperature of the port")
    port = HeatPort(doc="Port at the given temperature")

    def equations(self) -> Iterable[Any]:
        yield self.port.T == self.T
