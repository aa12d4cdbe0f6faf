"""Force step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter, time, where
from drivetrain.translational.interfaces import PartialForce

__all__ = ["ForceStep"]


class ForceStep(PartialForce):
    """Force that jumps at a given time; a positive force accelerates."""

    step_force = parameter(unit="N", doc="Height of the step")
    offset_force = parameter(unit="N", doc="Force before the step")
    start_time = parameter(0.0, unit="s", doc="Time of the step")

    def equations(self) -> Iterable[Any]:
        step = where(time < self.start_time, 0, self.step_force)
        yield self.f == -self.offset_force - step
