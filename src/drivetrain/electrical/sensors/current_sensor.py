"""Sensor of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import NegativePin, PositivePin
from drivetrain.modeling import Component, RealOutput

__all__ = ["CurrentSensor"]


class CurrentSensor(Component):
    """Ideal sensor of the current from `p` to `n`, which have the same potential."""

    symbol = "sensor"

    p = PositivePin(doc="Positive pin")
    n = NegativePin(doc="Negative pin")
    i = RealOutput("A", doc="Current from p to n: p.i")

    def equations(self) -> Iterable[Any]:
        yield self.p.v == self.n.v
        yield self.p.i + self.n.i == 0
        yield self.i == self.p.i
