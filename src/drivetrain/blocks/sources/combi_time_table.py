"""Table in time with several columns."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import EXTRAPOLATION, SMOOTHNESS, TIME_EVENTS, elements
from drivetrain.blocks.sources.interfaces.in_time import InTime
from drivetrain.blocks.sources.interfaces.time_line import (
    TimeLine,
    chosen_columns,
    column_of,
    count_signals,
    rows_of,
    time_line,
)
from drivetrain.blocks.table_file import table_rows
from drivetrain.modeling import Expr, RealOutput, computed, ensure, no_event, parameter, time

__all__ = ["CombiTimeTable"]


class CombiTimeTable(InTime):
    """Signals that follow the columns of a table in time.

    Two rows with the same time make a jump. The table is part of the equations: with a different
    one the model is retranslated. A file is read when the model is translated.
    """

    traced_once = False
    table = parameter((), structural=True, doc="Rows of time and values")
    file_name = parameter("", structural=True, doc="File with the table: CSV, text or MAT")
    table_on_file = parameter(
        computed(bool, file_name), structural=True, doc="True if the table is read from a file"
    )
    table_name = parameter("", structural=True, doc="Name of the table in the file")
    delimiter = parameter(",", structural=True, doc="Separator of the numbers in a CSV file")
    n_header_lines = parameter(
        0, structural=True, kind="integer", min=0, doc="Lines of a CSV file before the numbers"
    )
    verbose_read = parameter(True, doc="No effect; kept for compatibility")
    columns = parameter(
        None, structural=True, doc="Columns used as signals, from 2; all if omitted"
    )
    smoothness = parameter(
        "linear_segments", structural=True, choices=SMOOTHNESS, doc="Interpolation between the rows"
    )
    extrapolation = parameter(
        "last_two_points", structural=True, choices=EXTRAPOLATION, doc="Extrapolation"
    )
    time_scale = parameter(
        1.0, unit="s", min=sys.float_info.epsilon, doc="Unit of time of the table"
    )
    offset = parameter(
        [0.0], doc="Outputs before start_time, one for all or one for each; added to the signals"
    )
    time_events = parameter(
        "always",
        structural=True,
        choices=TIME_EVENTS,
        doc="Which rows of a table with linear segments are events",
    )
    verbose_extrapolation = parameter(False, doc="No effect; kept for compatibility")
    rows = parameter(
        computed(
            table_rows, table_on_file, table, file_name, table_name, delimiter, n_header_lines
        ),
        structural=True,
        final=True,
        doc="Rows of the table, from the model or from the file",
    )
    y = RealOutput(size=computed(count_signals, rows, columns), doc="Signals")

    def equations(self) -> Iterable[Any]:
        line, columns = self.line(), tuple(zip(*self.sound_rows(), strict=True))
        chosen = chosen_columns(self.columns or range(2, len(columns) + 1))
        law = self.smoothness, self.extrapolation
        offsets = elements(self.offset, len(self.y))
        for y, number, offset in zip(self.y, chosen, offsets, strict=True):
            signal = self.follow(line, columns[0], column_of(columns, number), *law)
            yield y == offset + self.after_start(signal)
        if self.extrapolation == "no_extrapolation" and line is not None:
            x, reach = self.in_table(time), 1e-10 * (line.edges[-1] - line.edges[0])
            inside = (x >= line.edges[0] - reach) & (x <= line.edges[-1] + reach)
            before = time < self.start_time
            yield ensure(no_event(before | inside), "time is outside the table")

    def scale(self) -> Expr:
        """Return the unit of time of the table, s."""
        result: Expr = self.time_scale
        return result

    def sound_rows(self) -> Any:
        """Return the rows of the table after checking them."""
        return rows_of(self.rows, None, strictly=not self.smoothness.endswith("_segments"))

    def line(self) -> TimeLine | None:
        """Return the division of time by the table."""
        events = {
            "linear_segments": self.time_events,
            "constant_segments": "always",
        }.get(self.smoothness, "no_time_events")
        instants = [row[0] for row in self.sound_rows()]
        return time_line(instants, events, self.extrapolation == "periodic")
