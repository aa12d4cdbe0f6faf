"""Logarithmic sweep."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Source
from drivetrain.modeling import parameter, time, where

__all__ = ["LogFrequencySweep"]


class LogFrequencySweep(Source):
    """Signal that rises exponentially from one value to another: a sweep of frequencies."""

    w_min = parameter(min=sys.float_info.epsilon, doc="Output at start_time and before")
    w_max = parameter(min=sys.float_info.epsilon, doc="Output after the sweep")
    start_time = parameter(0.0, unit="s", doc="Start of the sweep")
    duration = parameter(unit="s", min=sys.float_info.min, doc="Duration of the sweep")

    def equations(self) -> Iterable[Any]:
        since = (time - self.start_time) / self.duration
        rising = self.w_min * (self.w_max / self.w_min) ** since
        ended = time >= self.start_time + self.duration
        yield self.y == where(time < self.start_time, self.w_min, where(ended, self.w_max, rising))
