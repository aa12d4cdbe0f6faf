"""Ramp."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SignalSource
from drivetrain.modeling import parameter, time, where

__all__ = ["Ramp"]


class Ramp(SignalSource):
    """Signal that rises linearly to a final value; with the duration 0 it jumps."""

    height = parameter(1.0, doc="Total rise")
    duration = parameter(unit="s", min=0, doc="Duration of the rise")

    def equations(self) -> Iterable[Any]:
        rising = (time - self.start_time) * self.height / self.duration
        ended = time >= self.start_time + self.duration
        yield self.y == self.after_start(where(ended, self.height, rising))
