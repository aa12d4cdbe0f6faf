"""Thermometer for differences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealOutput
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["RelTemperatureSensor"]


class RelTemperatureSensor(Component):
    """Ideal sensor of the difference of two temperatures; absorbs no heat."""

    symbol = "sensor"

    T_rel = RealOutput("K", doc="Temperature of port_a minus temperature of port_b")
    port_a = HeatPort(doc="Port whose temperature counts positive")
    port_b = HeatPort(doc="Port whose temperature counts negative")

    def equations(self) -> Iterable[Any]:
        yield self.T_rel == self.port_a.T - self.port_b.T
        yield self.port_a.Q_flow == 0
        yield self.port_b.Q_flow == 0
