"""Trapezoidal pulses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import PeriodicSource, share_of_flank
from drivetrain.modeling import parameter, time, where

__all__ = ["Trapezoid"]


class Trapezoid(PeriodicSource):
    """Pulses with linear flanks."""

    rising = parameter(0.0, unit="s", min=0, doc="Duration of the rising flank")
    width = parameter(0.5, unit="s", min=0, doc="Duration of the top")
    falling = parameter(0.0, unit="s", min=0, doc="Duration of the falling flank")

    def equations(self) -> Iterable[Any]:
        top = self.t_start + self.rising
        fall = top + self.width
        end = fall + self.falling
        descent = where(time < end, self.amplitude * share_of_flank(end - time, self.falling), 0)
        plateau = where(time < fall, self.amplitude, descent)
        ascent = self.amplitude * share_of_flank(time - self.t_start, self.rising)
        yield self.y == self.repeated(where(time < top, ascent, plateau))
