"""Check the tables of all instances and pack them one after another."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values.limits import REMEDY, is_moderate, is_tiny
from drivetrain.errors import ParameterError, TableError, shown
from drivetrain.kernel.tables import evaluate_table, pack_table
from drivetrain.modeling.argument_values import checked_value
from drivetrain.modeling.tracing.trace import OwnTable

__all__ = ["PackedTables"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROUNDING = float(np.finfo(float).eps)


class PackedTables:
    """The packed tables of a model under construction.

    Attributes
    ----------
    offset : int array
        Where the table of each number begins; -1 while it has none. A table with several value
        columns has as many consecutive numbers.
    """

    def __init__(self, n_tables: int) -> None:
        self.offset = np.full(n_tables, -1, dtype=np.int64)
        self._packed: list[Floats] = []
        self._size = 0
        self._rows: dict[int, Floats] = {}

    @property
    def packed(self) -> Floats:
        """All tables, one after another."""
        return np.concatenate(self._packed) if self._packed else np.zeros(0)

    def place(self, own: OwnTable, first: Ints, value: Any, label: str) -> None:
        """Set the rows of the tables of one declaration.

        Parameters
        ----------
        own : OwnTable
            Their declaration.
        first : int array
            Number of the first value column of each.
        value : array_like
            Rows.
        label : str
            Name of the table in messages.

        Raises
        ------
        TableError
            If these are not rows of numbers within the bounds.
        """
        columns = own.declaration.columns - 1
        data = _numbers(value, columns, label)
        _check_columns(own, data, label)
        self._rows[self._size] = data
        for k in range(columns):
            try:
                packed = pack_table(data[:, 0], data[:, k + 1], own.smoothness, own.extrapolation)
            except TableError as error:
                column = f", column {k + 2}" if columns > 1 else ""
                raise TableError(f"{label}{column}: {error}") from error
            self.offset[first + k] = self._size
            self._packed.append(packed)
            self._size += len(packed)

    def share(self, own: OwnTable, first: Ints, source: Ints) -> None:
        """Let tables without rows share those of others."""
        for k in range(own.declaration.columns - 1):
            free = self.offset[first + k] < 0
            self.offset[(first + k)[free]] = self.offset[(source + k)[free]]

    def look_up(self, numbers: Ints, x: Any, derivative: int) -> Floats:
        """Return the value of each of some tables at its `x`, or a derivative of it."""
        at = np.broadcast_to(np.asarray(x, dtype=float), numbers.shape)
        out = np.empty(len(numbers))
        joined = self.packed
        for k, number in enumerate(numbers):
            out[k] = evaluate_table(joined[self.offset[number] :], at[k : k + 1], derivative)[0]
        return out

    def consist_of(self, numbers: Ints, rows: Any) -> NDArray[np.bool_]:
        """Mark the tables that consist of these rows, up to rounding."""
        wanted = np.asarray(rows, dtype=float)
        found = (self._rows[k] for k in self.offset[numbers].tolist())
        return np.array([_same_rows(data, wanted) for data in found])


def _numbers(value: Any, columns: int, label: str) -> Floats:
    """Return rows as an array of numbers that can be computed with."""
    try:
        data = np.asarray(checked_value(value, label, "1"), dtype=float)
    except (ParameterError, TypeError) as error:
        raise TableError(
            f"{label} = {shown(value)} is not a table of numbers: give rows of equal length, "
            "[[x1, y1], [x2, y2], …]"
        ) from error
    if data.ndim != 2 or data.shape[0] == 0 or data.shape[1] != columns + 1:
        raise TableError(
            f"{label}: a table with {columns + 1} columns and at least one row is needed, "
            f"found {_shape_of(data)}; write its rows, [[x1, y1, …], [x2, y2, …], …]"
        )
    wrong = data[np.isfinite(data) & ~is_moderate(data)]
    if len(wrong):
        raise TableError(f"{label}: the entry {wrong[0]:g} {REMEDY}")
    return data


def _check_columns(own: OwnTable, data: Floats, label: str) -> None:
    """Refuse a table with an entry outside the bounds of its column."""
    declaration = own.declaration
    limits = zip_longest(declaration.minimum, declaration.maximum)
    for column, (low, high) in enumerate(limits):
        values = data[:, column]
        if low is not None and np.any(values < low):
            row = int(np.argmax(values < low))
            wrong = "not positive" if is_tiny(low) else f"below its minimum {low:g}"
        elif high is not None and np.any(values > high):
            row = int(np.argmax(values > high))
            wrong = f"above its maximum {high:g}"
        else:
            continue
        raise TableError(
            f"{label}: row {row + 1}, column {column + 1} is {values[row]:g}, {wrong} "
            f"({declaration.doc}): give values {_range(low, high)}"
        )


def _range(low: float | None, high: float | None) -> str:
    """Return in words the bounds between which values must be."""
    words = []
    if low is not None:
        words.append("above 0" if is_tiny(low) else f"of {low:g} or more")
    if high is not None:
        words.append(f"up to {high:g}")
    return " and ".join(words)


def _shape_of(data: Floats) -> str:
    """Return the shape of an array in words."""
    if data.size == 0:
        return "an empty one"
    if data.ndim == 1:
        return f"a single row of {len(data)} numbers without its own brackets"
    if data.ndim == 2:
        rows, columns = data.shape
        return f"{rows} row{'s' * (rows > 1)} with {columns} column{'s' * (columns > 1)}"
    return f"an array of {data.ndim} dimensions" if data.ndim else "a single number"


def _same_rows(data: Floats, wanted: Floats) -> bool:
    return data.shape == wanted.shape and bool(np.all(np.abs(data - wanted) <= _ROUNDING))
