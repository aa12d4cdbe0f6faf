"""Thermometer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealOutput
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["TemperatureSensor"]


class TemperatureSensor(Component):
    """Ideal sensor of the absolute temperature; absorbs no heat."""

    symbol = "sensor"

    T = RealOutput("K", doc="Temperature of the port")
    port = HeatPort(doc="Where the temperature is measured")

    def equations(self) -> Iterable[Any]:
        yield self.T == self.port.T
        yield self.port.Q_flow == 0
