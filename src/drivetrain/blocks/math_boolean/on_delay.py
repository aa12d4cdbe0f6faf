"""Delay of rising edges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSiso
from drivetrain.modeling import initial, parameter, time, variable, when

__all__ = ["OnDelay"]


class OnDelay(BooleanSiso):
    """Boolean signal whose rising edges are delayed.

    It becomes false with the input. At the start of a run the input is assumed to have been
    constant for a long time.
    """

    delay_time = parameter(unit="s", doc="Delay")
    t_next = variable("s", doc="Time until which the output stays false")

    def equations(self) -> Iterable[Any]:
        yield when(initial(), self.t_next == time).elsewhen(
            self.u, self.t_next == time + self.delay_time
        )
        yield self.y == self.u & (time >= self.t_next)
