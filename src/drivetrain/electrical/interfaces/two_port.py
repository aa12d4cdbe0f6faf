"""Components between two pairs of pins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces.connectors import NegativePin, PositivePin
from drivetrain.modeling import Component, Expr, variable

__all__ = ["ControlledSource", "TwoPort"]


class TwoPort(Component):
    """Base of components with two ports, each with a voltage and a current."""

    p1 = PositivePin(doc="Positive pin of the left port")
    n1 = NegativePin(doc="Negative pin of the left port")
    p2 = PositivePin(doc="Positive pin of the right port")
    n2 = NegativePin(doc="Negative pin of the right port")
    v1 = variable("V", doc="Voltage of the left port: p1.v - n1.v")
    v2 = variable("V", doc="Voltage of the right port: p2.v - n2.v")
    i1 = variable("A", doc="Current from p1 to n1: p1.i")
    i2 = variable("A", doc="Current from p2 to n2: p2.i")

    def equations(self) -> Iterable[Any]:
        yield self.v1 == self.p1.v - self.n1.v
        yield self.v2 == self.p2.v - self.n2.v
        yield self.p1.i + self.n1.i == 0
        yield self.p2.i + self.n2.i == 0
        yield self.i1 == self.p1.i
        yield self.i2 == self.p2.i


class ControlledSource(TwoPort):
    """Base of sources at the right port that are controlled by the left one."""

    symbol = "controlled_source"

    def supplied_power(self) -> Expr:
        """Return the power delivered into the circuit through both ports, W."""
        power: Expr = -self.v1 * self.i1 - self.v2 * self.i2
        return power
