"""Force sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput
from drivetrain.translational.interfaces import RigidSensor

__all__ = ["ForceSensor"]


class ForceSensor(RigidSensor):
    """Ideal sensor of the cut force in a rod."""

    f = RealOutput("N", doc="Force through the rod: flange_a.f")

    def equations(self) -> Iterable[Any]:
        yield self.f == self.flange_a.f
