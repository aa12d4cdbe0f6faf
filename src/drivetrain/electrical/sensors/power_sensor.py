"""Sensor of electric power."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import NegativePin, PositivePin
from drivetrain.modeling import Component, RealOutput

__all__ = ["PowerSensor"]


class PowerSensor(Component):
    """Ideal sensor of electric power.

    It is the current from `pc` to `nc` times the voltage from `pv` to `nv`.
    """

    symbol = "meter"

    pc = PositivePin(doc="Positive pin of the current path")
    nc = NegativePin(doc="Negative pin of the current path")
    pv = PositivePin(doc="Positive pin of the voltage path")
    nv = NegativePin(doc="Negative pin of the voltage path")
    power = RealOutput("W", doc="Power: current times voltage")

    def equations(self) -> Iterable[Any]:
        yield self.pc.v == self.nc.v
        yield self.pc.i + self.nc.i == 0
        yield self.pv.i == 0
        yield self.nv.i == 0
        yield self.power == self.pc.i * (self.pv.v - self.nv.v)
