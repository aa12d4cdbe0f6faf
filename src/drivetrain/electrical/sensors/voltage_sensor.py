"""Sensor of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import NegativePin, PositivePin
from drivetrain.modeling import Component, RealOutput

__all__ = ["VoltageSensor"]


class VoltageSensor(Component):
    """Ideal sensor of the voltage between two pins; draws no current."""

    symbol = "sensor"

    p = PositivePin(doc="Positive pin")
    n = NegativePin(doc="Negative pin")
    v = RealOutput("V", doc="Voltage: p.v - n.v")

    def equations(self) -> Iterable[Any]:
        yield self.p.i == 0
        yield self.n.i == 0
        yield self.v == self.p.v - self.n.v
