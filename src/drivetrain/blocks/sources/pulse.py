"""Pulses."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import PeriodicSource
from drivetrain.modeling import parameter, time, where

__all__ = ["Pulse"]


class Pulse(PeriodicSource):
    """Rectangular pulses."""

    width = parameter(
        50.0,
        min=sys.float_info.min,
        max=100,
        doc="Width of a pulse in percent of the period, > 0",
    )

    def equations(self) -> Iterable[Any]:
        # With a width of 100 % this is exactly the start of the next pulse.
        end = self.start_time + (self.count + self.width / 100) * self.period
        yield self.y == self.repeated(where(time < end, self.amplitude, 0))
