"""Gyrator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import TwoPort
from drivetrain.modeling import Expr, parameter

__all__ = ["Gyrator"]


class Gyrator(TwoPort):
    """Two port whose currents are proportional to the voltage of the other port.

    With ``G1 == G2`` it neither stores nor loses energy.
    """

    G1 = parameter(unit="S", doc="Gyration conductance of the right port")
    G2 = parameter(unit="S", doc="Gyration conductance of the left port")

    def equations(self) -> Iterable[Any]:
        yield self.i1 == self.G2 * self.v2
        yield self.i2 == -self.G1 * self.v1

    def supplied_power(self) -> Expr:
        """Return the power delivered into the circuit, W: zero if both conductances are equal."""
        power: Expr = (self.G1 - self.G2) * self.v1 * self.v2
        return power
