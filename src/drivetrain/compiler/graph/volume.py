"""Well-conditioned column bases, found by exchanges that maximise the volume."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array, csr_array

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, distinct
from drivetrain.compiler.graph.union import components

__all__ = ["FIRM", "steadier_columns"]

FloatArray = NDArray[np.float64]

FIRM = 20.0
"""A priority of this size always prevails; one of half the size yields to half of all digits."""

# A column is exchanged if that multiplies the volume by at least this: three digits.
_GAIN = 1e3
# A sum smaller than this fraction of its terms is zero, as in the elimination.
_CANCELLED = 1e-9
# Smallest number of entries of a row in which terms can cancel.
_COUPLED = 3
# Number of rows of factors computed at once.
_CHUNK = 64
# Multiples of irrational numbers, reduced modulo one, fill the unit interval evenly (Weyl).
_WEYL = np.sqrt([2.0, 3.0, 5.0, 7.0])


class _Part(NamedTuple):
    """Connected parts of the matrix in which factors may be large, and their columns."""

    matrix: csc_array
    column: IntArray
    label: IntArray
    level: FloatArray
    kind: IntArray


class _Exchange(NamedTuple):
    """Columns that leave a basis and those that enter it instead."""

    leaving: IntArray
    entering: IntArray


def steadier_columns(
    n_rows: int,
    row: IntArray,
    column: IntArray,
    value: FloatArray,
    level: FloatArray,
    kind: IntArray,
    basis: BoolArray,
) -> BoolArray:
    """Exchange basis columns until their unknowns follow from the others with little rounding.

    Solved for the columns of a basis, the homogeneous equations give each of its unknowns as a
    linear combination of the others. Large factors mean that rounding is magnified wherever the
    terms cancel: in a train of thirty gears, the speeds of the others must not be computed from
    the slowest shaft minus the twists of the elastic parts in between. Exchanging two columns
    multiplies the volume of the basis (its determinant) by the factor of the entering column in the
    combination of the leaving one [1]_; so exchanges end, and with them large factors.

    The unknowns outside the basis are states, some of which have a priority. An exchange is made if
    its factor is at least 1000 and at least ``eps ** (-step / FIRM)``, where ``step`` is how much
    higher the priority of the lost state is than that of its replacement. A priority of 10 yields
    where half of all digits would be lost, one of `FIRM` never. Of several possible exchanges, the
    one farthest beyond its bound is made.

    Only unknowns of one kind are compared, so units do not matter. A multiple of a single other
    unknown keeps its digits, however large the factor.

    Parameters
    ----------
    n_rows : int
        Number of rows.
    row, column : int array of shape (entries,)
        Positions; values of repeated positions add up.
    value : float array of shape (entries,)
        The entries, at most 1 in size.
    level : float array of shape (columns,)
        How strongly the unknown of each column is wanted outside the basis.
    kind : int array of shape (columns,)
        Unknowns of one kind are measured in the same unit.
    basis : bool array of shape (columns,)
        The basis found without regard to rounding.

    Returns
    -------
    bool array of shape (columns,)
        The same basis, or a better conditioned one.

    References
    ----------
    .. [1] S. A. Goreinov, I. V. Oseledets, D. V. Savostyanov, E. E. Tyrtyshnikov,
       N. L. Zamarashkin, "How to find a good submatrix", Matrix Methods: Theory, Algorithms,
       Applications, World Scientific 2010, 247–256.
    """
    part = _uneven_parts(n_rows, row, column, value, level, kind)
    if part is None:
        return basis
    taken = basis[part.column]
    for _ in range(part.matrix.shape[0]):
        exchange = _next_exchange(part, taken)
        if exchange is None:
            break
        taken[exchange.leaving] = False
        taken[exchange.entering] = True
    found = basis.copy()
    found[part.column] = taken
    return found


def _uneven_parts(
    n_rows: int,
    row: IntArray,
    column: IntArray,
    value: FloatArray,
    level: FloatArray,
    kind: IntArray,
) -> _Part | None:
    """Return the connected parts in which factors may be large, if there are any."""
    matrix, size = (
        coo_array((number, (row, column)), shape=(n_rows, level.size)).tocsr()
        for number in (value, np.abs(value))
    )
    matrix.data[np.abs(matrix.data) <= _CANCELLED * size.data] = 0.0
    matrix.eliminate_zeros()
    label = _uneven(matrix)
    rows = np.flatnonzero(label[:n_rows] >= 0)
    if not rows.size:
        return None
    inside = matrix[rows]
    places = distinct(inside.indices.astype(np.intp), level.size)
    return _Part(
        inside[:, places].tocsc(), places, label[n_rows + places], level[places], kind[places]
    )


def _uneven(matrix: csr_array) -> IntArray:
    """Return the connected part of each row and column, -1 where factors are small."""
    entries = np.diff(matrix.indptr)
    filled = np.flatnonzero(entries)
    size = np.abs(matrix.data)
    spread = np.zeros(matrix.shape[0])
    starts = matrix.indptr[filled]
    if filled.size:
        largest = np.maximum.reduceat(size, starts)
        spread[filled] = np.log(largest / np.minimum.reduceat(size, starts))
    if spread.sum() <= np.log(_GAIN):
        return np.full(sum(matrix.shape), -1, dtype=np.intp)
    row = np.repeat(np.arange(entries.size), entries)
    part = components(sum(matrix.shape), row, matrix.indices + entries.size)
    of_row = part[: entries.size]
    total = np.bincount(of_row, weights=spread, minlength=part.size)
    widest = np.zeros(part.size, dtype=np.intp)
    np.maximum.at(widest, of_row, entries)
    wide = (total > np.log(_GAIN)) & (widest >= _COUPLED)
    return np.where(wide[part], part, -1)


def _next_exchange(part: _Part, taken: BoolArray) -> _Exchange | None:
    """Return the best exchange of each connected part that has one."""
    inner, outer = np.flatnonzero(taken), np.flatnonzero(~taken)
    with np.errstate(over="ignore", invalid="ignore"):
        for number, factor in _factors(part.matrix[:, inner], part.matrix[:, outer]):
            leaving = inner[number]
            excess = factor / _bounds(part, leaving[:, np.newaxis], outer)
            excess[factor.sum(axis=1) <= (1.0 + _CANCELLED) * factor.max(axis=1)] = 0.0
            at, to = np.nonzero(excess >= 1.0)
            order = np.argsort(-excess[at, to], kind="stable")
            first = order[np.unique(part.label[leaving[at[order]]], return_index=True)[1]]
            if first.size:
                return _Exchange(leaving[at[first]], outer[to[first]])
    return None


def _bounds(part: _Part, leaving: IntArray, entering: IntArray) -> FloatArray:
    """Return the factor above which one column may enter the basis in place of the other."""
    step = part.level[entering] - part.level[leaving]
    bound = np.maximum(_GAIN, np.finfo(np.float64).eps ** (-step / FIRM))
    never = part.level[entering] >= FIRM
    never = never | (part.level[leaving] <= -FIRM) | (part.kind[entering] != part.kind[leaving])
    return np.where(never, np.inf, bound)


def _factors(basis: csc_array, rest: csc_array) -> Iterator[tuple[IntArray, FloatArray]]:
    """Yield columns of a basis and the sizes of their factors, starting with the largest.

    A sum of factors with pattern-free weights is large if one of them is; computing several such
    sums takes one elimination, however many columns there are.
    """
    from scipy.sparse.linalg import splu

    try:
        solver: Any = splu(basis)
    except RuntimeError:  # dependent columns are reported elsewhere
        return
    weight = 2.0 * np.modf(np.outer(np.arange(1.0, rest.shape[1] + 1.0), _WEYL))[0] - 1.0
    probe = np.abs(solver.solve(rest @ weight)).max(axis=1, initial=0.0)
    probe[np.isnan(probe)] = np.inf
    large = np.flatnonzero(probe >= _GAIN / 10.0)
    large = large[np.argsort(-probe[large], kind="stable")]
    for begin in range(0, large.size, _CHUNK):
        number = large[begin : begin + _CHUNK]
        unit = np.zeros((basis.shape[0], number.size))
        unit[number, np.arange(number.size)] = 1.0
        factor = np.abs(rest.T @ solver.solve(unit, trans="T")).T
        factor[np.isnan(factor)] = 0.0
        yield number, factor
