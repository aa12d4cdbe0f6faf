"""Heat convection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, variable
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["Convection"]


class Convection(Component):
    """Heat transfer from a solid to a fluid with a conductance given by a signal."""

    symbol = "heat_conductor"

    Gc = RealInput("W/K", doc="Convective conductance: area times heat transfer coefficient")
    solid = HeatPort(doc="Surface of the solid")
    fluid = HeatPort(doc="Bulk of the fluid")
    dT = variable("K", doc="Temperature of the solid minus temperature of the fluid")
    Q_flow = variable("W", doc="Heat flow from solid to fluid")

    def equations(self) -> Iterable[Any]:
        yield self.dT == self.solid.T - self.fluid.T
        yield self.solid.Q_flow == self.Q_flow
        yield self.fluid.Q_flow == -self.Q_flow
        yield self.Q_flow == self.Gc * self.dT
