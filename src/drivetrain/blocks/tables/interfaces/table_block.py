"""Blocks that look up a table given in the model or in a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import EXTRAPOLATION, SMOOTHNESS
from drivetrain.blocks.sources.interfaces.time_line import chosen_columns, column_of, rows_of
from drivetrain.blocks.table_file import table_rows
from drivetrain.modeling import (
    Component,
    computed,
    ensure,
    interpolate,
    no_event,
    parameter,
)

__all__ = ["OneDimensional", "TableBlock"]


class TableBlock(Component):
    """Base of blocks with a table."""

    traced_once = False
    table = parameter((), structural=True, doc="Rows of the table")
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
    extrapolation = parameter(
        "last_two_points", structural=True, choices=EXTRAPOLATION, doc="Extrapolation"
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


class OneDimensional(TableBlock):
    """Base of blocks that look up columns of a table; raises no event."""

    columns = parameter(None, structural=True, doc="Columns to look up, from 2; all if omitted")
    smoothness = parameter(
        "linear_segments", structural=True, choices=SMOOTHNESS, doc="Interpolation between the rows"
    )

    def look_up(self, abscissae: Iterable[Any], outputs: Iterable[Any]) -> Iterable[Any]:
        """Yield the equations of the outputs at the abscissae."""
        columns = tuple(zip(*rows_of(self.rows, None, strictly=True), strict=True))
        grid, strict = columns[0], self.extrapolation == "no_extrapolation"
        chosen = chosen_columns(self.columns or range(2, len(columns) + 1))
        outside = "hold_last_point" if strict else self.extrapolation
        law = {"smoothness": self.smoothness, "extrapolation": outside}
        for u, y, number in zip(abscissae, outputs, chosen, strict=True):
            yield y == interpolate(u, grid, column_of(columns, number), **law)
            if strict and len(grid) > 1:
                inside = no_event((u >= grid[0]) & (u <= grid[-1]))
                yield ensure(inside, "an input is outside the table")
