"""Torque sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput
from drivetrain.rotational.interfaces import RigidSensor

__all__ = ["TorqueSensor"]


class TorqueSensor(RigidSensor):
    """Ideal sensor of the cut torque in a shaft."""

    tau = RealOutput("N.m", doc="Torque through the shaft: flange_a.tau")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.flange_a.tau
