"""Thermometer in °C."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealOutput
from drivetrain.thermal.celsius.interfaces import ZERO_CELSIUS
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["TemperatureSensor"]


class TemperatureSensor(Component):
    """Ideal sensor of the temperature in °C; absorbs no heat."""

    symbol = "sensor"

    T = RealOutput("degC", doc="Temperature of the port, °C")
    port = HeatPort(doc="Where the temperature is measured")

    def equations(self) -> Iterable[Any]:
        yield self.T == self.port.T - ZERO_CELSIUS
        yield self.port.Q_flow == 0
