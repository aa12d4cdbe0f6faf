"""Table in time."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.sources.interfaces.in_time import InTime
from drivetrain.blocks.sources.interfaces.time_line import TimeLine, rows_of, time_line
from drivetrain.errors import TableError
from drivetrain.modeling import Expr, RealOutput, parameter

__all__ = ["TimeTable"]


class TimeTable(InTime):
    """Linear interpolation in a table; two rows with the same time make a jump.

    After the last row the table is extrapolated through the last two. Every row is a time event.
    The table is part of the equations: with a different one the model is retranslated.
    """

    table = parameter((), structural=True, doc="Rows of time and value, the first time is 0")
    time_scale = parameter(
        1.0, unit="s", min=sys.float_info.epsilon, doc="Unit of time of the table"
    )
    offset = parameter(0.0, doc="Output before start_time; added to the signal")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        instants, values = self.columns()
        signal = self.follow(self.line(), instants, values)
        yield self.y == self.offset + self.after_start(signal)

    def scale(self) -> Expr:
        """Return the unit of time of the table, s."""
        result: Expr = self.time_scale
        return result

    def columns(self) -> Any:
        """Return the instants and the values of the table."""
        rows = rows_of(self.table, 2, strictly=False)
        if len(rows) > 1 and rows[0][0] != 0:
            raise TableError(f"the first time of the table has to be 0, found {rows[0][0]:g}")
        return tuple(zip(*rows, strict=True))

    def line(self) -> TimeLine | None:
        """Return the division of time by the table."""
        return time_line(self.columns()[0], "always", is_periodic=False)
