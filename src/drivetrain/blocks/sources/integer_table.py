"""Integer table in time."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import HOLDING, IntegerSource
from drivetrain.blocks.sources.interfaces.in_time import InTime
from drivetrain.blocks.sources.interfaces.time_line import TimeLine, rows_of, time_line
from drivetrain.modeling import ensure, no_event, parameter, time

__all__ = ["IntegerTable"]


class IntegerTable(InTime, IntegerSource):
    """Integer signal that changes at given times.

    The table is part of the equations: with a different one the model is retranslated.
    """

    table = parameter((), structural=True, doc="Rows of time, ascending, and value")
    extrapolation = parameter(
        "hold_last_point", structural=True, choices=HOLDING, doc="Behaviour after the last row"
    )
    start_time = parameter(-math.inf, unit="s", doc="The output is 0 before this time")
    shift_time = parameter(0.0, unit="s", doc="Time of the instant 0 of the table")

    def equations(self) -> Iterable[Any]:
        instants, values = zip(*rows_of(self.table, 2, strictly=True), strict=True)
        signal = self.follow(self.line(), instants, values, "constant_segments", self.extrapolation)
        yield self.y == self.after_start(signal)
        if self.extrapolation == "no_extrapolation":
            x = self.in_table(time)
            inside = no_event((x >= instants[0]) & (x <= instants[-1]))
            yield ensure(inside, "time is outside the table")

    def line(self) -> TimeLine | None:
        """Return the division of time by the table."""
        instants = [row[0] for row in rows_of(self.table, 2, strictly=True)]
        return time_line(instants, "always", self.extrapolation == "periodic")
