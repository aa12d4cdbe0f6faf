"""Division of time by a table: segments with one law each, sections between events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import index
from typing import Any

import numpy as np

from drivetrain.errors import TableError, shown

__all__ = [
    "TimeLine",
    "chosen_columns",
    "column_of",
    "count_signals",
    "laws",
    "rows_of",
    "time_line",
]

_CLOSE = 1e-10
"""Instants of a table that differ by less than this fraction are one instant."""


@dataclass(frozen=True)
class TimeLine:
    """Division of time by a table: segments with one law each, sections between events.

    Segment 0 lies before the first instant, the last one after the last instant (a periodic table
    has neither); segment k starts at ``starts[k]``. A section consists of the segments `first` to
    `last`.

    Attributes
    ----------
    starts : tuple of float
        Begin of each segment; of segment 0 its end.
    rows : tuple of (int, int)
        For each segment the two rows of the table on whose line it lies; outside they may
        coincide.
    edges : tuple of float
        Instants of events: sections lie before, between and after them.
    first, last : tuple of int
        First and last segment of each section.
    period : float
        Length of the table, or 0 if it does not repeat.
    """

    starts: tuple[float, ...]
    rows: tuple[tuple[int, int], ...]
    edges: tuple[float, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    period: float


def rows_of(table: Sequence[Sequence[float]], columns: int | None, strictly: bool) -> Any:
    """Return the rows of a table after a look at its shape and its first column.

    Raises
    ------
    TableError
        If it is empty or ragged, or if the first column does not increase.
    """
    shape = np.shape(table)
    wanted = columns or (shape[1] if len(shape) == 2 else 2)
    if len(shape) != 2 or not len(table) or shape[1] != wanted or wanted < 2:
        raise TableError(
            f"a table with at least one row of {wanted} numbers is needed, found {shown(table)}"
        )
    for number, (before, after) in enumerate(pairwise(table), start=2):
        if after[0] < before[0] or (strictly and after[0] <= before[0]):
            raise TableError(
                f"the first column of the table has to increase, but row {number} follows "
                f"{before[0]:g} with {after[0]:g}"
            )
    return table


def _same(a: float, b: float) -> bool:
    return b - a <= _CLOSE * max(abs(a), abs(b))


def time_line(instants: Sequence[float], events: str, is_periodic: bool) -> TimeLine | None:
    """Divide time at the instants of a table; None if there is but one.

    Parameters
    ----------
    instants : sequence of float
        First column, ascending; equal instants mark a jump.
    events : {"always", "at_discontinuities", "no_time_events"}
        Which instants inside the table are events.
    is_periodic : bool
        Whether the table repeats.
    """
    pairs = [k for k in range(len(instants) - 1) if not _same(instants[k], instants[k + 1])]
    if not pairs:
        return None
    rows = [(k, k + 1) for k in pairs]
    starts = [instants[k] for k in pairs]
    inner = [
        number
        for number, (before, after) in enumerate(pairwise(pairs), start=1)
        if events == "always" or (events == "at_discontinuities" and after - before > 1)
    ]
    cuts = [0, *inner, len(pairs)]
    first, last = cuts[:-1], [cut - 1 for cut in cuts[1:]]
    end = instants[-1]
    edges = [starts[cut] for cut in cuts[:-1]] + [end]
    period = end - starts[0] if is_periodic else 0.0
    if not is_periodic:
        count = len(pairs)
        before, behind = (0, 1), (len(instants) - 2, len(instants) - 1)
        starts, rows = [starts[0], *starts, end], [before, *rows, behind]
        first, last = (
            [0, *(k + 1 for k in first), count + 1],
            [0, *(k + 1 for k in last), count + 1],
        )
    return TimeLine(tuple(starts), tuple(rows), tuple(edges), tuple(first), tuple(last), period)


def laws(
    line: TimeLine,
    instants: Sequence[float],
    values: Sequence[float],
    is_constant: bool,
    holds: bool,
) -> tuple[list[float], list[float], list[float]]:
    """Return for each segment the point from which it starts and its slope.

    Parameters
    ----------
    line : TimeLine
        The segments.
    instants, values : sequence of float
        Two columns of the table.
    is_constant : bool
        Whether the signal is constant on the segments inside the table.
    holds : bool
        Whether it is outside.
    """
    points, ordinates, slopes = [], [], []
    for number, (i, j) in enumerate(line.rows):
        is_left = not line.period and number == 0
        is_right = not line.period and number == len(line.rows) - 1
        flat = holds if is_left or is_right else is_constant
        run, rise = instants[j] - instants[i], values[j] - values[i]
        points.append(instants[j] if is_right else instants[i])
        ordinates.append(values[j] if is_right else values[i])
        slopes.append(0.0 if flat or _same(instants[i], instants[j]) else rise / run)
    return points, ordinates, slopes


def count_signals(rows: Sequence[Sequence[float]], columns: Sequence[int] | None) -> int:
    """Return how many signals a table has: as many as columns are chosen, or all but the first."""
    if columns:
        return len(chosen_columns(columns))
    return max(1, np.shape(rows)[1] - 1) if np.ndim(rows) == 2 else 1


def chosen_columns(columns: Any) -> Sequence[int]:
    """Return the numbers of the columns that are chosen.

    Raises
    ------
    TableError
        If they are no list of whole numbers.
    """
    try:
        return [index(number) for number in columns]
    except TypeError:
        raise TableError(
            f"columns={shown(columns)}: give the columns as a list of whole numbers from 2 on, "
            "[2, 3]"
        ) from None


def column_of(columns: Sequence[Sequence[float]], number: int) -> Sequence[float]:
    """Return a column of a table, counted from 1.

    Raises
    ------
    TableError
        If there is no such column.
    """
    if not 2 <= number <= len(columns):
        raise TableError(
            f"column {number} of a table with the columns 1 … {len(columns)}: the first one is for "
            "the abscissa, so choose from 2 on"
        )
    return columns[number - 1]
