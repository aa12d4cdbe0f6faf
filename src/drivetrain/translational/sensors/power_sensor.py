"""Power sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der
from drivetrain.translational.interfaces import RigidSensor

__all__ = ["PowerSensor"]


class PowerSensor(RigidSensor):
    """Ideal sensor of the power that flows through a rod from flange_a to flange_b."""

    power = RealOutput("W", doc="Power through the rod, from flange_a to flange_b")

    def equations(self) -> Iterable[Any]:
        yield self.power == self.flange_a.f * der(self.flange_a.s)
