"""Boolean pulses."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSource
from drivetrain.modeling import fixed, parameter, sample, time, variable, when

__all__ = ["BooleanPulse"]


class BooleanPulse(BooleanSource):
    """Boolean pulses, the first of which begins at start_time."""

    width = parameter(
        50.0,
        min=sys.float_info.min,
        max=100,
        doc="Width of a pulse in percent of the period, > 0",
    )
    period = parameter(unit="s", min=sys.float_info.min, doc="Duration of one period")
    start_time = parameter(0.0, unit="s", doc="Beginning of the first pulse")
    pulse_start = variable("s", start=fixed(start_time), doc="Beginning of the last pulse")

    def equations(self) -> Iterable[Any]:
        yield when(sample(self.start_time, self.period), self.pulse_start == time)
        end = self.pulse_start + self.period * (self.width / 100)
        yield self.y == ((time >= self.pulse_start) & (time < end))
