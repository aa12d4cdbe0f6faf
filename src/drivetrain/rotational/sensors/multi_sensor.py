"""Sensor of torque, speed and power."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der
from drivetrain.rotational.interfaces import RigidSensor

__all__ = ["MultiSensor"]


class MultiSensor(RigidSensor):
    """Ideal sensor of speed, torque and power of a shaft."""

    power = RealOutput("W", doc="Power through the shaft, from flange_a to flange_b")
    w = RealOutput("rad/s", doc="Absolute speed of the shaft")
    tau = RealOutput("N.m", doc="Torque through the shaft: flange_a.tau")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.flange_a.phi)
        yield self.tau == self.flange_a.tau
        yield self.power == self.tau * self.w
