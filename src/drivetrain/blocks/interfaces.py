"""What blocks with the same signals have in common.

Signals between blocks carry plain numbers: a block does not know the unit of what it computes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanOutput,
    Component,
    Expr,
    RealInput,
    RealOutput,
    floor,
    initial,
    parameter,
    sample,
    time,
    variable,
    when,
    where,
)

__all__ = ["BooleanSource", "PeriodicSource", "SignalSource", "Siso", "Source", "TwoInputs"]


class Source(Component):
    """Base of blocks with nothing but an output."""

    y = RealOutput(doc="Output")


class BooleanSource(Component):
    """Base of blocks with nothing but a Boolean output."""

    y = BooleanOutput(doc="Output")


class SignalSource(Source):
    """Base of sources that start at a given time from a given value."""

    offset = parameter(0.0, doc="Output before start_time; added to the signal")
    start_time = parameter(0.0, unit="s", doc="Beginning of the signal")

    def after_start(self, signal: Expr) -> Expr:
        """Return `offset`, plus `signal` from `start_time` on."""
        output: Expr = self.offset + where(time < self.start_time, 0, signal)
        return output


class PeriodicSource(SignalSource):
    """Base of sources that repeat a pattern."""

    amplitude = parameter(1.0, doc="Height of the pattern")
    period = parameter(unit="s", min=0, doc="Duration of one period, > 0")
    nperiod = parameter(-1, doc="Number of periods; a negative number repeats without end")
    count = variable(doc="Number of the period, from 0; negative before start_time")
    t_start = variable("s", doc="Beginning of the period")

    def equations(self) -> Iterable[Any]:
        periods = (time - self.start_time) / self.period
        # At a tick the quotient is a whole number up to rounding.
        number = where(initial(), floor(periods), floor(periods + 0.5))
        yield when(
            initial() | sample(self.start_time, self.period),
            self.count == number,
            self.t_start == self.start_time + number * self.period,
        )

    def repeated(self, pattern: Expr) -> Expr:
        """Return `offset`, plus `pattern` while there are periods to come."""
        ended = (self.nperiod >= 0) & (self.count >= self.nperiod)
        return self.after_start(where(ended, 0, pattern))


class Siso(Component):
    """Base of blocks with one input and one output."""

    u = RealInput(doc="Input")
    y = RealOutput(doc="Output")


class TwoInputs(Component):
    """Base of blocks with two inputs and one output."""

    u1 = RealInput(doc="First input")
    u2 = RealInput(doc="Second input")
    y = RealOutput(doc="Output")
