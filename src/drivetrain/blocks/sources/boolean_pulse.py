"""Boolean pulses."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSource
from drivetrain.modeling import (
    initial,
    last_tick,
    maximum,
    parameter,
    sample,
    time,
    variable,
    when,
)

__all__ = ["BooleanPulse"]


class BooleanPulse(BooleanSource):
    """Boolean pulses, the first of which begins at start_time.

    They are a function of time: a run that begins inside a pulse begins with the output true.
    (Other libraries omit the pulse in which a run begins.)
    """

    width = parameter(
        50.0,
        min=sys.float_info.min,
        max=100,
        doc="Width of a pulse in percent of the period, > 0",
    )
    period = parameter(unit="s", min=sys.float_info.min, doc="Duration of one period")
    start_time = parameter(0.0, unit="s", doc="Start of the first pulse")
    count = variable(doc="Number of the pulse, from 0")
    pulse_start = variable("s", doc="Start of the last pulse; before start_time, of the first")

    def equations(self) -> Iterable[Any]:
        number = maximum(last_tick(self.start_time, self.period), 0)
        yield when(
            initial() | sample(self.start_time, self.period),
            self.count == number,
            self.pulse_start == self.start_time + number * self.period,
        )
        # With a width of 100 % this is exactly the start of the next pulse.
        end = self.start_time + (self.count + self.width / 100) * self.period
        yield self.y == ((time >= self.pulse_start) & (time < end))
