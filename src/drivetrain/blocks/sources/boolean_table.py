"""Boolean table in time."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import HOLDING
from drivetrain.blocks.sources.interfaces.in_time import InTime
from drivetrain.blocks.sources.interfaces.time_line import TimeLine, rows_of, time_line
from drivetrain.modeling import BooleanOutput, ensure, no_event, parameter, time

__all__ = ["BooleanTable"]


class BooleanTable(InTime):
    """Boolean signal that changes at given times.

    The times are part of the equations: with different ones the model is retranslated.
    """

    table = parameter((0.0, 1.0), structural=True, doc="Times of the changes, ascending")
    start_value = parameter(False, structural=True, doc="Output before the first change")
    extrapolation = parameter(
        "hold_last_point", structural=True, choices=HOLDING, doc="Behaviour after the last change"
    )
    start_time = parameter(-math.inf, unit="s", doc="The output is false before this time")
    shift_time = parameter(0.0, unit="s", doc="Time of the instant 0 of the table")
    y = BooleanOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        instants, values = self.points()
        signal = self.follow(self.line(), instants, values, "constant_segments", self.extrapolation)
        yield self.y == ((time >= self.start_time) & (signal > 0.5))
        if self.extrapolation == "no_extrapolation":
            x = self.in_table(time)
            inside = no_event((x >= instants[1]) & (x <= instants[-1]))
            yield ensure(inside, "time is outside the table")

    def points(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the instants and the values from each of them on, as 0 and 1."""
        times = self.table
        rows_of([(t, 0.0) for t in times], 2, strictly=True)
        first = float(self.start_value)
        toggled = tuple(abs(first - (k + 1) % 2) for k in range(len(times)))
        before = times[0] - (0.0 if self.extrapolation == "periodic" else 1.0)
        return (before, *times), (first, *toggled)

    def line(self) -> TimeLine | None:
        """Return the division of time by the table."""
        return time_line(self.points()[0], "always", self.extrapolation == "periodic")
