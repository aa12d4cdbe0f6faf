"""Exponential rise and fall."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SignalSource
from drivetrain.modeling import exp, parameter, time, where

__all__ = ["Exponentials"]


class Exponentials(SignalSource):
    """Signal that rises and then falls, both exponentially."""

    out_max = parameter(1.0, doc="Asymptotic value of the rise")
    rise_time = parameter(unit="s", min=0, doc="Duration of the rise")
    rise_time_const = parameter(
        0.1, unit="s", min=sys.float_info.min, doc="Time constant of the rise"
    )
    fall_time_const = parameter(
        rise_time_const, unit="s", min=sys.float_info.min, doc="Time constant of the fall"
    )

    def equations(self) -> Iterable[Any]:
        since = time - self.start_time
        top = 1 - exp(-self.rise_time / self.rise_time_const)
        rising = 1 - exp(-since / self.rise_time_const)
        falling = top * exp(-(since - self.rise_time) / self.fall_time_const)
        rises = time < self.start_time + self.rise_time
        yield self.y == self.after_start(self.out_max * where(rises, rising, falling))
