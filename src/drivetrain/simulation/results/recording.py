"""Rows recorded by a run, and columns computed from them on demand.

Most variables of a model follow from its states, discrete values and modes. If the model has no
other memory, a run records only these; all other columns are computed, by the same code as in the
run, when one of them is first read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.simulation.results.row_layout import TIME_COLUMN, Columns

__all__ = ["Recording"]

Floats = NDArray[np.float64]

_VERY_MANY = 2**25
"""Number of values in all rows, 256 MiB, from which on single columns are computed alone,"""
_ONE_BY_ONE = 20
"""for this many of them."""
_PIECE = 2**22
"""Number of values in rows that are completed to be read once, 32 MiB."""


class Recording:
    """The rows of a run.

    Parameters
    ----------
    written : float array, shape (n_rows, n_written)
        Rows recorded by the run.
    known : int, optional
        Number of its columns that coincide with those of complete rows; by default all of them.
    complete : callable, optional
        Computes complete rows from recorded ones.
    pick : callable, optional
        Computes some columns only, from recorded rows and a description of how they are read.
    width : int, optional
        Number of columns of complete rows; by default that of recorded ones.
    """

    def __init__(
        self,
        written: Floats,
        known: int | None = None,
        complete: Callable[[Floats], Floats] | None = None,
        pick: Callable[[Floats, Columns], Floats] | None = None,
        width: int | None = None,
    ) -> None:
        self.written = written
        self._known = written.shape[1] if known is None else known
        self._complete = complete
        self._pick = pick
        self._width = written.shape[1] if width is None else width
        self._alone = 0

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.written)

    @property
    def known(self) -> int:
        """Number of recorded columns that coincide with those of complete rows."""
        return self._known

    @property
    def _is_complete(self) -> bool:
        return self._complete is None or "rows" in vars(self)

    def some(self, numbers: NDArray[np.int64]) -> Recording:
        """Return a recording of some of the rows.

        Parameters
        ----------
        numbers : int array
            Indices of the rows, in any order and repeatedly if desired.
        """
        rows = self.written[numbers]
        if self._is_complete:
            return Recording(rows)
        return Recording(rows, self._known, self._complete, self._pick, self._width)

    def merged(self, other: Recording) -> Recording:
        """Return the rows of this and of another recording of the same run, ordered by time.

        Parameters
        ----------
        other : Recording
            Rows at other instants.
        """
        complete = self._is_complete or other._is_complete
        pair = (self.rows, other.rows) if complete else (self.written, other.written)
        rows = np.concatenate(pair)
        rows = rows[np.argsort(rows[:, TIME_COLUMN], kind="stable")]
        if complete:
            return Recording(rows)
        return Recording(rows, self._known, self._complete, self._pick, self._width)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle complete rows: the code that would complete them is not included."""
        return Recording, (self.rows,)

    @cached_property
    def rows(self) -> Floats:
        """All rows, complete, shape (n_rows, n_columns)."""
        if self._complete is None:
            return self.written
        rows = self._complete(self.written)
        self.written, self._known = rows, rows.shape[1]  # release the duplicate
        return rows

    def pieces(self) -> Iterator[tuple[slice, Floats]]:
        """Yield complete rows in pieces small enough to take little memory.

        Completed rows are kept only if their total number of values is not very large.
        """
        alone = None if "rows" in vars(self) else self._complete
        if alone and len(self) * self._width < _VERY_MANY:
            alone, _ = None, self.rows
        count = max(_PIECE // max(self._width, 1), 1)
        for first in range(0, len(self), count):
            part = slice(first, first + count)
            yield part, alone(self.written[part]) if alone else self.written[part]

    def at(self, chosen: NDArray[np.bool_]) -> Recording:
        """Return the recording of some rows only."""
        rows = self.written[chosen]
        if "rows" in vars(self):
            return Recording(rows)
        return Recording(rows, self._known, self._complete, self._pick, self._width)

    def row(self, number: int) -> Floats:
        """Return one row, complete, shape (1, n_columns)."""
        row = self.written[number : number + 1]
        return row if self._complete is None or "rows" in vars(self) else self._complete(row)

    def take(self, columns: Columns) -> Floats:
        """Return the values of several variables, shape (n_rows, n_variables)."""
        there = self.written.shape[1] if self._complete is None else self._known
        if self._pick is None or columns.last < there:
            values = columns.read(self.written)
        else:
            values = self._pick(self.written, columns)
        return columns.with_constants(values)

    def is_better_alone(self, column: int) -> bool:
        """Tell whether a column should be computed alone, since complete rows would be very long.

        Not so after several times: then all columns are likely to be needed, and rows are better
        completed.
        """
        at_hand = self._pick is None or column < self._known
        if at_hand or len(self) * self._width < _VERY_MANY:
            return False
        self._alone += 1
        return self._alone <= _ONE_BY_ONE

    def holding(self, column: int) -> Floats:
        """Return rows in which at least this column is available."""
        return self.written if column < self._known else self.rows
