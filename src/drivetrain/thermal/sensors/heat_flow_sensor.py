"""Heat flow meter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealOutput
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["HeatFlowSensor"]


class HeatFlowSensor(Component):
    """Ideal sensor of the heat flow from `port_a` to `port_b`; has no thermal resistance."""

    symbol = "sensor"

    Q_flow = RealOutput("W", doc="Heat flow from port_a to port_b")
    port_a = HeatPort(doc="Port from which positive heat flow comes")
    port_b = HeatPort(doc="Port to which positive heat flow goes")

    def equations(self) -> Iterable[Any]:
        yield self.port_a.T == self.port_b.T
        yield self.port_a.Q_flow + self.port_b.Q_flow == 0
        yield self.Q_flow == self.port_a.Q_flow
