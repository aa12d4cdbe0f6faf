"""Sensor of current, voltage and power."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import NegativePin, PositivePin
from drivetrain.modeling import Component, RealOutput

__all__ = ["MultiSensor"]


class MultiSensor(Component):
    """Ideal sensor of a current, a voltage and their product.

    The current flows from `pc` to `nc`, the voltage is that from `pv` to `nv`.
    """

    symbol = "meter"

    pc = PositivePin(doc="Positive pin of the current path")
    nc = NegativePin(doc="Negative pin of the current path")
    pv = PositivePin(doc="Positive pin of the voltage path")
    nv = NegativePin(doc="Negative pin of the voltage path")
    i = RealOutput("A", doc="Current from pc to nc: pc.i")
    v = RealOutput("V", doc="Voltage: pv.v - nv.v")
    power = RealOutput("W", doc="Power: i * v")

    def equations(self) -> Iterable[Any]:
        yield self.pc.v == self.nc.v
        yield self.pc.i + self.nc.i == 0
        yield self.pv.i == 0
        yield self.nv.i == 0
        yield self.i == self.pc.i
        yield self.v == self.pv.v - self.nv.v
        yield self.power == self.i * self.v
