"""Trapezoid triggered by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    Component,
    Expr,
    RealOutput,
    change,
    initial,
    parameter,
    pre,
    time,
    variable,
    when,
    where,
)

__all__ = ["TriggeredTrapezoid"]


class TriggeredTrapezoid(Component):
    """Signal that rises linearly when the input becomes true and falls when it becomes false.

    At the start of a run the input is assumed to have been constant for a long time, so the signal
    is at rest.
    """

    amplitude = parameter(1.0, doc="Height")
    rising = parameter(0.0, unit="s", min=0, doc="Duration of a full rise")
    falling = parameter(rising, unit="s", min=0, doc="Duration of a full fall")
    offset = parameter(0.0, doc="Output while the input is false")
    u = BooleanInput(doc="Input")
    y = RealOutput(doc="Output")
    end_value = variable(doc="Value that is approached")
    rate = variable("1/s", doc="Rate at which it is approached")
    t_end = variable("s", doc="Time at which it is reached")

    def equations(self) -> Iterable[Any]:
        yield self.y == on_flank(self.end_value, self.rate, self.t_end)
        duration = where(self.u, self.rising, self.falling)
        goal = where(self.u, self.offset + self.amplitude, self.offset)
        height = where(self.u, self.amplitude, -self.amplitude)
        is_steep = (duration <= 0) | (self.amplitude == 0)
        rate = where(is_steep, 0, height / duration)
        before = on_flank(pre(self.end_value), pre(self.rate), pre(self.t_end))
        flank = where(is_steep | initial(), 0, (goal - before) / rate)
        yield when(
            initial() | change(self.u),
            self.end_value == goal,
            self.rate == rate,
            self.t_end == time + flank,
        )


def on_flank(end_value: Expr, rate: Expr, t_end: Expr) -> Expr:
    """Return the value on a straight flank that ends at a given time."""
    return where(time < t_end, end_value - (t_end - time) * rate, end_value)
