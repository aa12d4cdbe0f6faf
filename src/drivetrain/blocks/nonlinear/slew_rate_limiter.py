"""Limiter of the rate."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso, clamp
from drivetrain.modeling import RealOutput, der, ensure, parameter

__all__ = ["SlewRateLimiter"]


class SlewRateLimiter(Siso):
    """Signal that follows the input within a highest and a lowest rate."""

    rising = parameter(1.0, unit="1/s", doc="Highest rate, > 0")
    falling = parameter(-rising, unit="1/s", doc="Lowest rate, < 0")
    Td = parameter(0.001, unit="s", min=sys.float_info.min, doc="Time constant of the tracking")
    init_type = parameter(
        "steady_state", structural=True, choices=INITIAL, doc="Condition at the start"
    )
    y_start = parameter(0.0, doc="Output at the start")
    y = RealOutput(start=y_start, doc="Output")

    def equations(self) -> Iterable[Any]:
        yield der(self.y) == clamp((self.u - self.y) / self.Td, self.falling, self.rising)
        yield ensure(self.rising > 0, "the rate `rising` has to be above zero")
        yield ensure(self.falling < 0, "the rate `falling` has to be below zero")

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "steady_state":
            yield self.y == self.u
        elif self.init_type != "no_init":
            yield self.y == self.y_start
