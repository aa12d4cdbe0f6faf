"""Signals of sources, whether these are voltages or currents."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import share_of_flank
from drivetrain.modeling import (
    Component,
    Expr,
    initial,
    last_tick,
    parameter,
    sample,
    time,
    variable,
    when,
    where,
)

__all__ = ["Periodic", "Pulses", "Ramped", "Teeth", "Timed", "Trapezoids", "Waves"]


class Timed(Component):
    """Base of signals that start at a given time."""

    start_time = parameter(0.0, unit="s", doc="Start of the signal")


class Ramped(Timed):
    """Base of signals that rise linearly to a final value."""

    duration = parameter(unit="s", min=0, doc="Duration of the rise")

    def ramp(self, height: Expr) -> Expr:
        """Return a ramp; with the duration 0 it is a step."""
        ended = time >= self.start_time + self.duration
        return where(ended, height, (time - self.start_time) * height / self.duration)


class Waves(Timed):
    """Base of sinusoidal signals."""

    phase = parameter(0.0, unit="rad", doc="Phase at start_time")
    f = parameter(unit="Hz", doc="Frequency")

    def angle(self) -> Expr:
        """Return the argument of the sine, rad."""
        angle: Expr = 2 * math.pi * self.f * (time - self.start_time) + self.phase
        return angle


class Periodic(Timed):
    """Base of signals that repeat a pattern.

    The signal is a function of time: a run that begins inside a period begins inside the pattern.
    """

    period = parameter(unit="s", min=sys.float_info.min, doc="Duration of one period, > 0")
    count = variable(doc="Number of the period, from 0; negative before start_time")
    t_start = variable("s", doc="Start of the period")

    def equations(self) -> Iterable[Any]:
        number = last_tick(self.start_time, self.period)
        yield when(
            initial() | sample(self.start_time, self.period),
            self.count == number,
            self.t_start == self.start_time + number * self.period,
        )


class Pulses(Periodic):
    """Base of rectangular pulses."""

    width = parameter(
        50.0, min=sys.float_info.min, max=100, doc="Width of a pulse in percent of the period, > 0"
    )

    def pulses(self, height: Expr) -> Expr:
        """Return pulses of a given height."""
        # With a width of 100 % this is exactly the start of the next pulse.
        end = self.start_time + (self.count + self.width / 100) * self.period
        return where(time < end, height, 0)


class Teeth(Periodic):
    """Base of signals that rise linearly and drop at the end of each period."""

    def teeth(self, height: Expr) -> Expr:
        """Return teeth of a given height."""
        tooth: Expr = height * (time - self.t_start) / self.period
        return tooth


class Trapezoids(Periodic):
    """Base of pulses with linear flanks."""

    rising = parameter(0.0, unit="s", min=0, doc="Duration of the rising flank")
    width = parameter(0.5, unit="s", min=0, doc="Duration of the top")
    falling = parameter(0.0, unit="s", min=0, doc="Duration of the falling flank")
    nperiod = parameter(-1, doc="Number of periods; a negative number repeats indefinitely")

    def trapezoids(self, height: Expr) -> Expr:
        """Return trapezoids of a given height while periods remain."""
        top = self.t_start + self.rising
        fall = top + self.width
        end = fall + self.falling
        descent = where(time < end, height * share_of_flank(end - time, self.falling), 0)
        plateau = where(time < fall, height, descent)
        shape = where(
            time < top, height * share_of_flank(time - self.t_start, self.rising), plateau
        )
        return where((self.nperiod >= 0) & (self.count >= self.nperiod), 0, shape)
