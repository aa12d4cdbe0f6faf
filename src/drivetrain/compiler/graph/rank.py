"""Column basis of a sparse matrix by Gaussian elimination, in a given order of preference."""

from __future__ import annotations

import heapq
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, distinct
from drivetrain.compiler.graph.union import components

__all__ = ["ColumnBasis", "column_basis", "dependent_rows"]

# A difference smaller than this fraction of its terms is zero.
_CANCELLED = 1e-9
# A pivot may be this fraction of the largest candidate if that keeps the columns sparse.
_PIVOT = 0.1


class ColumnBasis(NamedTuple):
    """Independent columns, in the order in which they were taken.

    Attributes
    ----------
    column : int array of shape (rank,)
        The columns.
    pivot_row : int array of shape (rank,)
        The row that each of them accounts for.
    reduced : list of dict
        Each column minus multiples of earlier ones, as row → value; zero in the pivot rows
        of earlier columns.
    """

    column: IntArray
    pivot_row: IntArray
    reduced: list[dict[int, float]]


def column_basis(
    n_rows: int,
    row: IntArray,
    column: IntArray,
    value: NDArray[np.float64],
    place: IntArray,
) -> ColumnBasis:
    """Take columns in the order of `place`, each if it is independent of those taken before.

    Gaussian elimination by columns that stays sparse: equations of motion of drivelines couple
    two or three angles each. A connected part is finished when its rows are used up.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    row, column : int array of shape (entries,)
        Positions; values of repeated positions add up.
    value : float array of shape (entries,)
        Numbers of comparable size within a row.
    place : int array of shape (columns,)
        Order of the columns; those without entries are never examined.

    Returns
    -------
    ColumnBasis
    """
    filled = np.flatnonzero(value)
    filled = filled[np.argsort(place[column[filled]], kind="stable")]
    row, column, value = row[filled], column[filled], value[filled]
    crowd = np.bincount(row, minlength=n_rows).tolist()
    last = np.zeros(n_rows, dtype=np.intp)
    np.maximum.at(last, row, place[column])
    # A row node and a column node for each entry; parts are identified by their smallest row.
    part = components(n_rows + place.size, row, column + n_rows)[:n_rows]
    rows_left = np.bincount(part[distinct(row, n_rows)], minlength=n_rows).tolist()
    elimination = _Elimination(crowd, last.tolist())
    bounds = np.append(np.flatnonzero(np.diff(column, prepend=-1)), column.size).tolist()
    rows, columns, values = row.tolist(), column.tolist(), value.tolist()
    part_of = part.tolist()
    for begin, end in pairwise(bounds):
        home = part_of[rows[begin]]
        if rows_left[home] and elimination.take(columns[begin], rows[begin:end], values[begin:end]):
            rows_left[home] -= 1
    return elimination.basis()


def dependent_rows(basis: ColumnBasis, unmatched: IntArray, n_rows: int) -> BoolArray:
    """Mark the rows that take part in a linear dependency with one of the `unmatched` rows.

    For each unmatched row there is one combination of rows that vanishes in all columns and
    contains no other unmatched row.

    Parameters
    ----------
    basis : ColumnBasis
        From `column_basis`, run on all columns.
    unmatched : int array
        Rows that are not pivot rows.
    n_rows : int
        Number of rows.

    Returns
    -------
    bool array of shape (n_rows,)
    """
    involved = np.zeros(n_rows, dtype=np.bool_)
    pivots = list(zip(basis.pivot_row.tolist(), basis.reduced, strict=True))
    for start in unmatched.tolist():
        factor = {start: 1.0}
        for pivot, vector in reversed(pivots):
            terms = [factor[r] * v for r, v in vector.items() if r in factor]
            total = sum(terms)
            if abs(total) > _CANCELLED * sum(map(abs, terms)):
                factor[pivot] = -total / vector[pivot]
        involved[list(factor)] = True
    return involved


class _Elimination:
    """Columns taken so far; `owner` gives the column whose pivot is in a row.

    Among rows with few entries the best is the one whose last column comes latest: otherwise a full
    column, such as that of a shaft with many parts, would fill in the following ones one by one.
    """

    def __init__(self, crowd: list[int], last: list[int]) -> None:
        self.crowd, self.last = crowd, last
        self.owner: dict[int, int] = {}
        self.columns: list[int] = []
        self.pivots: list[int] = []
        self.reduced: list[dict[int, float]] = []

    def take(self, column: int, rows: list[int], values: list[float]) -> bool:
        """Take a column unless it depends on those before; return whether it was taken."""
        vector: dict[int, float] = {}
        for r, v in zip(rows, values, strict=True):
            _add(vector, r, v)
        self._reduce(vector)
        if not vector:
            return False
        pivot = self._pivot(vector)
        self.owner[pivot] = len(self.columns)
        self.columns.append(column)
        self.pivots.append(pivot)
        self.reduced.append(vector)
        return True

    def basis(self) -> ColumnBasis:
        return ColumnBasis(
            np.array(self.columns, dtype=np.intp),
            np.array(self.pivots, dtype=np.intp),
            self.reduced,
        )

    def _reduce(self, vector: dict[int, float]) -> None:
        # Oldest owner first: the rows it adds belong to younger ones, so each is visited once.
        waiting = [self.owner[r] for r in vector if r in self.owner]
        heapq.heapify(waiting)
        while waiting:
            owner = heapq.heappop(waiting)
            pivot, other = self.pivots[owner], self.reduced[owner]
            if pivot not in vector:
                continue
            factor = vector[pivot] / other[pivot]
            for r, v in other.items():
                if r not in vector and r in self.owner:
                    heapq.heappush(waiting, self.owner[r])
                _add(vector, r, -factor * v)
            vector.pop(pivot, None)

    def _pivot(self, vector: dict[int, float]) -> int:
        least = _PIVOT * max(map(abs, vector.values()))
        fit = (r for r, v in vector.items() if abs(v) >= least)
        return min(fit, key=lambda r: (self.crowd[r], -self.last[r], r))


def _add(vector: dict[int, float], row: int, value: float) -> None:
    """Add to one element; remove the element if the sum cancels."""
    old = vector.get(row)
    if old is None:
        vector[row] = value
        return
    total = old + value
    if abs(total) > _CANCELLED * (abs(old) + abs(value)):
        vector[row] = total
    else:
        del vector[row]
