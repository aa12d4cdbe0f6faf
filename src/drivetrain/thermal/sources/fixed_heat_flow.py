"""Constant heat flow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, parameter
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["FixedHeatFlow"]


class FixedHeatFlow(Component):
    """Source that sends a constant heat flow into the connected component.

    The flow may depend on the temperature of the port, as for an ohmic resistance:
    ``Q_flow * (1 + alpha * (T - T_ref))``.
    """

    symbol = "heat_source"

    Q_flow = parameter(unit="W", doc="Heat flow at the temperature T_ref")
    T_ref = parameter(293.15, unit="K", min=0, doc="Reference temperature")
    alpha = parameter(0.0, unit="1/K", doc="Temperature coefficient of the heat flow")
    port = HeatPort(doc="Heat flows out here")

    def equations(self) -> Iterable[Any]:
        factor = 1 + self.alpha * (self.port.T - self.T_ref)
        yield self.port.Q_flow == -self.Q_flow * factor
