"""Integer step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import IntegerSource
from drivetrain.modeling import parameter, time, where

__all__ = ["IntegerStep"]


class IntegerStep(IntegerSource):
    """Integer signal that jumps at a given time."""

    height = parameter(1, kind="integer", doc="Height of the step")
    offset = parameter(0, kind="integer", doc="Output before start_time; added to the step")
    start_time = parameter(0.0, unit="s", doc="Time of the step")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.offset + where(time < self.start_time, 0, self.height)
