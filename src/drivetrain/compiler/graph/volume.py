"""Bases of columns from which the others follow without magnified rounding."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csgraph, csr_array

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, distinct
from drivetrain.compiler.graph.union import components

__all__ = ["steadier_columns"]

FloatArray = NDArray[np.float64]

# A basis is given up for one with so many times its volume: three digits.
_GAIN = 1e3
# A sum smaller than this part of its terms is zero, as in the elimination.
_CANCELLED = 1e-9
# Rows in which the product of what they couple can cancel.
_COUPLED = 3


def steadier_columns(
    n_rows: int,
    row: IntArray,
    column: IntArray,
    value: FloatArray,
    level: FloatArray,
    basis: BoolArray,
) -> BoolArray | None:
    """Return the columns of a basis of far larger volume, if there is one.

    Solved for the columns of a basis ``B``, rows that are zero on the whole give each of them as a
    sum of the other columns' unknowns. An exchange of two columns multiplies the volume
    ``|det B|`` by the factor of the one in that sum [1]_. So where the volume is large, factors
    are small, and terms that cancel are: in a train of thirty gears on moving housings the slowest
    shaft must not be what tells how fast the others turn. As volume counts the product along an
    assignment of columns to rows, the largest there is; in a train there is but one.

    Connected parts in which no row has three entries are left as they are. Everything is
    proportional there, and rounding stays as small, relative to what is rounded, as it was.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    row, column : int array of shape (entries,)
        Positions; values of repeated positions add up.
    value : float array of shape (entries,)
        What is there, 1 at most.
    level : float array of shape (columns,)
        Columns of a lower level belong to a basis before those of a higher one.
    basis : bool array of shape (columns,)
        The basis found without regard to volume; of every level it has as many columns as it can.

    Returns
    -------
    bool array of shape (columns,) or None
        None if its volume is not a thousand times as large.

    References
    ----------
    .. [1] S. A. Goreinov, I. V. Oseledets, D. V. Savostyanov, E. E. Tyrtyshnikov,
       N. L. Zamarashkin, "How to find a good submatrix", Matrix Methods: Theory, Algorithms,
       Applications, World Scientific 2010, 247–256.
    """
    matrix, size = (
        coo_array((number, (row, column)), shape=(n_rows, basis.size)).tocsr()
        for number in (value, np.abs(value))
    )
    matrix.data[np.abs(matrix.data) <= _CANCELLED * size.data] = 0.0
    matrix.eliminate_zeros()
    part = _uneven(matrix)
    if not part.size:
        return None
    inside = matrix[part]
    now = _product(inside[:, np.flatnonzero(basis)])[1]
    places, (_, rank) = (
        distinct(inside.indices.astype(np.intp), basis.size),
        np.unique(level, return_inverse=True),
    )
    taken, best = _product(inside[:, places], rank[places])
    if not best > now + np.log(_GAIN):
        return None
    found = basis.copy()
    found[places] = False
    found[places[taken]] = True
    return found


def _uneven(matrix: csr_array) -> IntArray:
    """Return the rows of connected parts in which bases may differ by so much in volume."""
    entries = np.diff(matrix.indptr)
    filled = np.flatnonzero(entries)
    size = np.abs(matrix.data)
    spread = np.zeros(matrix.shape[0])
    starts = matrix.indptr[filled]
    if filled.size:
        largest = np.maximum.reduceat(size, starts)
        spread[filled] = np.log(largest / np.minimum.reduceat(size, starts))
    if spread.sum() <= np.log(_GAIN):
        return np.empty(0, dtype=np.intp)
    row = np.repeat(np.arange(entries.size), entries)
    part = components(sum(matrix.shape), row, matrix.indices + entries.size)[: entries.size]
    total = np.bincount(part, weights=spread, minlength=entries.size)
    widest = np.zeros(entries.size, dtype=np.intp)
    np.maximum.at(widest, part, entries)
    return np.flatnonzero((total > np.log(_GAIN))[part] & (widest >= _COUPLED)[part])


def _product(matrix: csr_array, level: IntArray | None = None) -> tuple[IntArray, float]:
    """Return an assignment of columns to all rows, and the logarithm of its product.

    Columns of the lowest levels are assigned, and among these the product is as large as possible.
    """
    gain = np.log(np.abs(matrix.data))
    weight = -gain
    if level is not None:
        weight = weight + (1.0 - gain.sum()) * level[matrix.indices]
    graph = csr_array((1.0 + weight, matrix.indices, matrix.indptr), shape=matrix.shape)
    try:
        rows, columns = csgraph.min_weight_full_bipartite_matching(graph)
    except ValueError:  # rows that depend on each other; who looks at them says so
        return np.empty(0, dtype=np.intp), -np.inf
    taken = csr_array((gain, matrix.indices, matrix.indptr), shape=matrix.shape)[rows, columns]
    return columns.astype(np.intp), float(taken.sum())
