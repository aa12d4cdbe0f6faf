"""Delay of a Boolean signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    BooleanOutput,
    Component,
    change,
    initial,
    parameter,
    time,
    variable,
    when,
    where,
)

__all__ = ["LogicalDelay"]


class LogicalDelay(Component):
    """Boolean signal with one of its edges delayed.

    y1 becomes true with the input and false after the delay; y2 becomes true after the delay and
    false with the input. At the start of a run the input is assumed to have been constant for a
    long time.
    """

    delay_time = parameter(0.0, unit="s", min=0, doc="Delay")
    u = BooleanInput(doc="Input")
    y1 = BooleanOutput(doc="Input with delayed falling edges")
    y2 = BooleanOutput(doc="Input with delayed rising edges")
    t_switch = variable("s", doc="Time of the last edge")

    def equations(self) -> Iterable[Any]:
        long_ago = time - 2 * self.delay_time
        yield when(initial() | change(self.u), self.t_switch == where(initial(), long_ago, time))
        has_passed = time >= self.t_switch + self.delay_time
        yield self.y1 == self.u | ~has_passed
        yield self.y2 == self.u & has_passed
