"""Lumped heat storage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, Expr, der, parameter, variable
from drivetrain.thermal.interfaces import HeatPort

__all__ = ["HeatCapacitor"]


class HeatCapacitor(Component):
    """Lumped element that stores heat at one temperature."""

    symbol = "heat_capacity"

    C = parameter(unit="J/K", min=0, doc="Heat capacity")
    port = HeatPort(doc="Heat flows in here")
    T = variable("K", start=293.15, min=0, nominal=300.0, doc="Temperature")
    der_T = variable("K/s", start=0.0, doc="Rate of change of the temperature")

    def equations(self) -> Iterable[Any]:
        yield self.T == self.port.T
        yield self.der_T == der(self.T)
        yield self.C * der(self.T) == self.port.Q_flow

    def stored_heat(self) -> Expr:
        """Return the heat stored above 0 K, J."""
        heat: Expr = self.C * self.T
        return heat
