"""Torque sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, variable
from drivetrain.rotational.interfaces import RigidSensor

__all__ = ["TorqueSensor"]


class TorqueSensor(RigidSensor):
    """Ideal sensor of the cut torque in a shaft."""

    tau = variable("N.m", doc="Torque through the shaft: flange_a.tau")
    out_port = RealOutput("N.m", doc="Value of `tau`")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.flange_a.tau
        yield self.out_port == self.tau
