"""The rows of many runs side by side, and sums and extremes over each run at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.output_times import SAME_INSTANT
from drivetrain.simulation.results.row_layout import (
    CONSTANT,
    FLAG_COLUMN,
    SCHEDULED,
    TIME_COLUMN,
    Layout,
    RowFlag,
)

__all__ = ["Batch"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Batch:
    """The rows of some runs, each of which has at least one.

    Parameters
    ----------
    layout : Layout
        Meaning of the columns.
    pieces : sequence of float array
        Rows of each run.
    """

    def __init__(self, layout: Layout, pieces: Sequence[Floats]) -> None:
        self.layout = layout
        self._pieces = pieces
        counts = np.array([len(piece) for piece in pieces], dtype=np.int64)
        self.first: Ints = np.cumsum(counts) - counts
        self.counts: Ints = counts

    def __len__(self) -> int:
        """Return the number of runs."""
        return len(self._pieces)

    @cached_property
    def rows(self) -> Floats:
        """The rows of all runs, one after another."""
        return np.concatenate(self._pieces)

    @cached_property
    def last_rows(self) -> Floats:
        """The last row of each run."""
        return np.array([piece[-1] for piece in self._pieces])

    @cached_property
    def first_rows(self) -> Floats:
        """The first row of each run."""
        return np.array([piece[0] for piece in self._pieces])

    @cached_property
    def time(self) -> Floats:
        """Time of each row, s."""
        return np.ascontiguousarray(self.rows[:, TIME_COLUMN])

    @property
    def last(self) -> Ints:
        """Index of the last row of each run."""
        return self.first + self.counts - 1

    @cached_property
    def run(self) -> Ints:
        """Run that each row belongs to."""
        return np.repeat(np.arange(len(self)), self.counts)

    @cached_property
    def left(self) -> Ints:
        """Rows with the left limit of an event; the right limit follows."""
        flags = self.rows[:, FLAG_COLUMN].astype(np.int8) % SCHEDULED
        is_right = (flags[1:] == RowFlag.RIGHT) | (flags[1:] == RowFlag.FINAL)
        pairs = (flags[:-1] == RowFlag.LEFT) & is_right & (self.time[1:] == self.time[:-1])
        return np.flatnonzero(pairs).astype(np.int64)

    def values(self, name: str, rows: Floats | None = None) -> Floats:
        """Return the values of a variable in all rows, or in others of the same layout.

        Negative zeros become zeros, so that extremes do not depend on the order of comparisons.
        """
        rows = self.rows if rows is None else rows
        position = self.layout.position(name)
        column = int(self.layout.column[position])
        if column == CONSTANT:
            return np.full(len(rows), float(self.layout.constant[position]))
        if self.layout.sign[position] < 0:
            return np.asarray(0.0 - rows[:, column])
        return np.asarray(rows[:, column] + 0.0)

    def at(self, instant: float) -> NDArray[np.bool_]:
        """Return which rows were recorded at an instant.

        An event that coincides with it but for rounding stands in its place.
        """
        return np.asarray(np.abs(self.time - instant) <= SAME_INSTANT * np.spacing(abs(instant)))

    def window(self, begin: float, end: float) -> tuple[Batch, Ints]:
        """Return the rows between two instants, and the runs that have any there."""
        inside = (self.time >= begin) & (self.time <= end) | self.at(begin) | self.at(end)
        counts = np.add.reduceat(inside, self.first, dtype=np.int64)
        there = np.flatnonzero(counts)
        ends = np.cumsum(counts)
        pieces = np.split(self.rows[inside], ends[:-1])
        return Batch(self.layout, [pieces[k] for k in there.tolist()]), there

    def reduced(self, reduce: Any, values: Floats) -> Floats:
        """Return ``reduce`` (a ufunc such as ``np.maximum``) of the values of each run."""
        return np.asarray(reduce.reduceat(values, self.first))

    def first_where(self, holds: NDArray[np.bool_]) -> Ints:
        """Return for each run the first row in which something holds; -1 if there is none."""
        found = np.flatnonzero(holds)
        place = np.searchsorted(found, self.first)
        candidate = np.append(found, len(self.rows))[place]
        return np.where(candidate <= self.last, candidate, -1)

    @cached_property
    def steps(self) -> Floats:
        """Time from each row to the next one of the same run; 0 after the last one."""
        steps = np.zeros(len(self.rows))
        np.subtract(self.time[1:], self.time[:-1], out=steps[:-1])
        steps[self.last] = 0.0
        return steps

    def integral(self, values: Floats) -> Floats:
        """Return the integral over the time of each run, by the trapezoidal rule."""
        mean = np.zeros(len(values))
        mean[:-1] = (values[1:] + values[:-1]) / 2
        return self.reduced(np.add, mean * self.steps)

    @property
    def span(self) -> Floats:
        """Length of each run, s."""
        return np.asarray(self.time[self.last] - self.time[self.first])
