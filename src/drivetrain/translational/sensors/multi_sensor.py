"""Sensor of force, speed and power."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der
from drivetrain.translational.interfaces import RigidSensor

__all__ = ["MultiSensor"]


class MultiSensor(RigidSensor):
    """Ideal sensor of speed, force and power of a rod."""

    power = RealOutput("W", doc="Power through the rod, from flange_a to flange_b")
    v = RealOutput("m/s", doc="Absolute speed of the rod")
    f = RealOutput("N", doc="Force through the rod: flange_a.f")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.flange_a.s)
        yield self.f == self.flange_a.f
        yield self.power == self.f * self.v
