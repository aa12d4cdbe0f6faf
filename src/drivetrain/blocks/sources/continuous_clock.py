"""Time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Source
from drivetrain.modeling import RealOutput, parameter, time, where

__all__ = ["ContinuousClock"]


class ContinuousClock(Source):
    """Time in seconds since `start_time`."""

    offset = parameter(0.0, unit="s", doc="Output before start_time")
    start_time = parameter(0.0, unit="s", doc="Start of the signal")
    y = RealOutput("s", doc="Output")

    def equations(self) -> Iterable[Any]:
        since = time - self.start_time
        yield self.y == self.offset + where(time < self.start_time, 0, since)
