"""Heat flow given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, parameter
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["PrescribedHeatFlow"]


class PrescribedHeatFlow(Component):
    """Source that sends a heat flow given by a signal into the connected component.

    The flow may depend on the temperature of the port, as for an ohmic resistance:
    ``Q_flow * (1 + alpha * (T - T_ref))``.
    """

    symbol = "heat_source"

    T_ref = parameter(293.15, unit="K", min=0, doc="Reference temperature")
    alpha = parameter(0.0, unit="1/K", doc="Temperature coefficient of the heat flow")
    Q_flow = RealInput("W", doc="Heat flow at the temperature T_ref")
    port = HeatPort(doc="Heat flows out here")

    def equations(self) -> Iterable[Any]:
        factor = 1 + self.alpha * (self.port.T - self.T_ref)
        yield self.port.Q_flow == -self.Q_flow * factor
