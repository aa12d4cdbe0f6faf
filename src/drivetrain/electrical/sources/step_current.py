"""Step of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import CurrentSource
from drivetrain.modeling import parameter

__all__ = ["StepCurrent"]


class StepCurrent(CurrentSource):
    """Source of a current that jumps at a given time."""

    I = parameter(unit="A", doc="Height of the step")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.I
