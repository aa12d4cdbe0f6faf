"""Signals that follow a table in time, with events where the table requires them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from drivetrain.blocks.interfaces import step
from drivetrain.blocks.sources.interfaces.time_line import TimeLine, laws
from drivetrain.modeling import (
    Component,
    Expr,
    constant,
    floor,
    initial,
    integer,
    interpolate,
    maximum,
    minimum,
    mod,
    no_event,
    parameter,
    pre,
    time,
    where,
)

__all__ = ["InTime"]

_FAR = 1e100
"""An instant beyond any run, in table units."""


class InTime(Component):
    """Base of sources that follow a table; all switching is by time events.

    Subclasses define :meth:`line`. An instant x of the table corresponds to the time
    ``shift_time + x * scale``; before `start_time` the table is ignored.
    """

    start_time = parameter(0.0, unit="s", doc="Start of the signal")
    shift_time = parameter(start_time, unit="s", doc="Time of the instant 0 of the table")
    section = integer(doc="Number of the section of the table, counted through all periods")

    def line(self) -> TimeLine | None:
        """Return the division of time by the table, None if it does not."""
        return None

    def scale(self) -> Expr:
        """Return the unit of time of the table, s."""
        return constant(1.0, "s")

    def in_table(self, instant: Any) -> Expr:
        """Return an instant in the unit of the table."""
        result: Expr = (instant - self.shift_time) / self.scale()
        return result

    def in_run(self, x: Any) -> Expr:
        """Return the time of an instant of the table, s."""
        result: Expr = self.shift_time + x * self.scale()
        return result

    def equations(self) -> Iterable[Any]:
        line = self.line()
        if line is None:
            yield self.section == 0
            return
        ended = time >= self.in_run(self.end_of(line, pre(self.section)))
        after = where(ended, pre(self.section) + 1, pre(self.section))
        yield self.section == where(initial(), self._first_section(line), after)

    def after_start(self, signal: Any) -> Expr:
        """Return `signal` from `start_time` on, 0 before."""
        return where(time < self.start_time, 0, signal)

    def follow(
        self,
        line: TimeLine | None,
        instants: Sequence[float],
        values: Sequence[float],
        smoothness: str = "linear_segments",
        extrapolation: str = "last_two_points",
    ) -> Expr:
        """Return a column of the table at the present instant."""
        if line is None:
            return constant(float(values[-1]))
        x, segment = self.place(line)
        outside = "hold_last_point" if extrapolation == "no_extrapolation" else extrapolation
        if not smoothness.endswith("_segments"):
            # The section determines the period, so the end of one is not the start of the next.
            outside = "last_two_points" if line.period else outside
            return interpolate(x, instants, values, smoothness=smoothness, extrapolation=outside)
        is_constant, holds = smoothness == "constant_segments", outside == "hold_last_point"
        points, ordinates, slopes = laws(line, instants, values, is_constant, holds)
        numbers = range(len(points))
        value = step(segment, numbers, ordinates)
        if any(slopes):
            value = value + step(segment, numbers, slopes) * (x - step(segment, numbers, points))
        return value

    def end_of(self, line: TimeLine, section: Any) -> Expr:
        """Return the instant of the table at which a section ends."""
        if not line.period:
            points = range(-1, len(line.edges) + 1)
            return step(section, points, [-_FAR, *line.edges, _FAR])
        count = len(line.edges) - 1
        ends = step(mod(section, count), range(count), line.edges[1:])
        return ends + line.period * floor(section / count)

    def _first_section(self, line: TimeLine) -> Expr:
        """Return the section in which the run starts; the guess may be off by rounding."""
        x, edges = self.in_table(time), line.edges
        if line.period:
            rounds = floor((x - edges[0]) / line.period)
            count = len(edges) - 1
            inside = step(x - line.period * rounds, edges[:-1], range(count))
            guess = rounds * count + inside
        else:
            before = edges[0] - max(1.0, abs(edges[0]))
            guess = step(x, [before, *edges], range(len(edges) + 1))
        too_early = time < self.in_run(self.end_of(line, guess - 1))
        too_late = time >= self.in_run(self.end_of(line, guess))
        shifted = where(too_late, guess + 1, where(too_early, guess - 1, guess))
        return no_event(shifted)

    def place(self, line: TimeLine) -> tuple[Expr, Expr]:
        """Return the instant in table units, less whole periods, and its segment."""
        x, count = self.in_table(time), len(line.first)
        number: Expr = self.section
        if line.period:
            x = x - line.period * floor(number / count)
            number = mod(number, count)
        sections = range(count)
        if line.first == line.last == tuple(sections):
            return x, number
        if line.first == line.last:
            return x, step(number, sections, line.first)
        starts = line.starts if line.period else line.starts[1:]
        numbers = range(0 if line.period else 1, len(line.starts))
        found = step(x, starts, numbers)
        low, high = step(number, sections, line.first), step(number, sections, line.last)
        return x, maximum(low, minimum(high, found))
