"""State selection by the method of dummy derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.compiler.graph.network import spanning_columns
from drivetrain.compiler.graph.rank import column_basis, dependent_rows
from drivetrain.compiler.graph.scaling import unit_scales
from drivetrain.compiler.graph.singular import StructuralSingularity
from drivetrain.compiler.graph.sparse import BoolArray, IntArray, as_indices, distinct
from drivetrain.compiler.graph.volume import FIRM, steadier_columns

__all__ = ["FIRM", "Members", "Priority", "dummies_follow", "remaining_states", "select_dummies"]

FloatArray: TypeAlias = NDArray[np.float64]
Priority: TypeAlias = ArrayLike | Callable[[IntArray, IntArray], ArrayLike]

# Below this number of entries elimination is faster than finding spanning trees.
_MANY = 400


class Members(NamedTuple):
    """Members of derivative chains, sorted by chain, then order.

    Attributes
    ----------
    chain : int array
        Number of the chain.
    order : int array
        Number of times the first member is differentiated.
    """

    chain: IntArray
    order: IntArray


def select_dummies(
    c: ArrayLike,
    d: ArrayLike,
    equation: ArrayLike,
    chain: ArrayLike,
    order: ArrayLike,
    coefficient: ArrayLike,
    priority: Priority,
    kind: ArrayLike | None = None,
) -> Members:
    """Choose the dummy derivatives of a differentiated system [1]_.

    A system with offsets ``c, d`` has one derivative too many for each differentiated equation.
    On level 1 every equation with ``c >= 1`` makes the highest derivative of one chain an
    algebraic unknown (a *dummy*), on level 2 every equation with ``c >= 2`` does so with the
    next lower derivative of one of these chains, and so on. On each level the equations must be
    solvable for the chosen chains, and among such choices the one that gives up states of least
    total priority is taken. Sets of independent columns form a matroid, so taking columns in
    ascending priority, each if independent of those before, is optimal [2]_; among equals the
    lower chain becomes the dummy. Where a dummy would magnify the rounding of a state a
    thousandfold, the two change places if their priorities have the same whole part; otherwise
    only if the digits saved outweigh the priority, see `steadier_columns`.

    Parameters
    ----------
    c, d : array_like of int
        Offsets of equations and chains, from `offsets`.
    equation, chain, order : array_like of int, shape (entries,)
        The entries from which the offsets were found.
    coefficient : array_like of float, shape (entries,)
        Derivative of the equation with respect to that chain member. NaN: it depends on the
        state; such a coefficient is treated as a generic number. Only entries at leading order
        (``order == d[chain] - c[equation]``) are used.
    priority : array_like of float, shape (chains, max order + 1), or callable
        How strongly ``priority[chain, order]`` is wanted as a state; or a function of two index
        arrays (chains, orders) that returns these numbers. The state that a dummy of order ``o``
        replaces is the member of order ``o - 1``.
    kind : array_like of int, shape (chains,), optional
        Chains measured in the same unit have the same number; the choice does not depend on the
        units, including that of time. By default all chains have the same.

    Returns
    -------
    Members
        The dummies; ``sum(c)`` of them.

    Raises
    ------
    StructuralSingularity
        If differentiated equations depend on each other (redundant constraints).
        Its `overdetermined_equations` are all equations of the dependencies, its
        `unmatched_equations` one per dependency to give up.
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] S. E. Mattsson, G. Söderlind, "Index reduction in differential-algebraic equations using
       dummy derivatives", SIAM Journal on Scientific Computing 14 (1993) 677–692.
    .. [2] J. Edmonds, "Matroids and the greedy algorithm", Mathematical Programming 1 (1971)
       127–136.
    """
    c, d = np.asarray(c, dtype=np.intp), np.asarray(d, dtype=np.intp)
    row = as_indices(equation, c.size, "Equation")
    column = as_indices(chain, d.size, "Chain")
    leading = np.asarray(order).ravel() == d[column] - c[row]
    leading &= c[row] > 0
    row, column = row[leading], column[leading]
    value = np.asarray(coefficient, dtype=np.float64).ravel()[leading]
    # Combined with the offset of its leading member, so that derivatives form kinds of their own.
    alike = d if kind is None else np.asarray(kind, dtype=np.intp) * (d.max(initial=0) + 1) + d
    scale = unit_scales(row, column, value, np.unique(alike, return_inverse=True)[1])
    value = _generic(row, column, value * scale[column])
    chosen = np.ones(d.size, dtype=np.bool_)
    chains, orders = [np.empty(0, dtype=np.intp)], [np.empty(0, dtype=np.intp)]
    for level in range(1, int(c.max(initial=0)) + 1):
        # The chain of a prescribed derivative (a given speed) ends before its equation does.
        part = (c[row] >= level) & (d[column] >= level) & chosen[column]
        wish = _wishes(column[part], d[column[part]] - level, priority, d.size)
        entries = row[part], column[part], value[part]
        places = _places(distinct(column[part], d.size), wish)
        chosen = _choose(c >= level, *entries, places)
        chosen = steadier_columns(c.size, *entries, np.floor(wish), alike, chosen)
        chains.append(np.flatnonzero(chosen))
        orders.append(d[chosen] - level + 1)
    return _sorted_members(np.concatenate(chains), np.concatenate(orders))


def dummies_follow(
    wanted: BoolArray, equation: ArrayLike, chain: ArrayLike, coefficient: ArrayLike, n_chains: int
) -> bool:
    """Return whether equations with new coefficients still determine their dummy derivatives.

    Parameters
    ----------
    wanted : bool array, shape (equations,)
        The equations.
    equation, chain : array_like of int, shape (entries,)
        Which of them contains the dummy derivative of which chain.
    coefficient : array_like of float, shape (entries,)
        As for `select_dummies`.
    n_chains : int
        Number of chains.
    """
    row = as_indices(equation, wanted.size, "Equation")
    column = as_indices(chain, n_chains, "Chain")
    value = _generic(row, column, np.asarray(coefficient, dtype=np.float64))
    try:
        _choose(wanted, row, column, value, np.arange(n_chains))
    except StructuralSingularity:
        return False
    return True


def remaining_states(d: ArrayLike, dummies: Members) -> Members:
    """Return the states: members whose derivative exists and is not a dummy.

    Parameters
    ----------
    d : array_like of int, shape (chains,)
        Highest derivative of every chain.
    dummies : Members
        From `select_dummies`.

    Returns
    -------
    Members
        ``sum(d) - len(dummies.chain)`` states.
    """
    highest = np.asarray(d, dtype=np.intp)
    width = int(highest.max(initial=0)) + 1
    is_state = np.arange(width) < highest[:, np.newaxis]
    is_state[dummies.chain, dummies.order - 1] = False
    return Members(*np.nonzero(is_state))


def _places(columns: IntArray, wish: FloatArray) -> IntArray:
    """Return the position of every chain in the order in which columns are tried."""
    place = np.full(wish.size, -1, dtype=np.intp)
    place[columns[np.argsort(wish[columns], kind="stable")]] = np.arange(columns.size)
    return place


def _choose(
    wanted: BoolArray, row: IntArray, column: IntArray, value: FloatArray, rank: IntArray
) -> BoolArray:
    """Mark one level's columns: a basis, taken in the order `rank` (one number per column)."""
    chosen = np.zeros(rank.size, dtype=np.bool_)
    missing = wanted.copy()
    if row.size > _MANY:
        chosen, settled = spanning_columns(wanted.size, row, column, value, rank)
        missing &= ~settled
        rest = ~settled[row]
        row, column, value = row[rest], column[rest], value[rest]
    basis = column_basis(wanted.size, row, column, value, rank)
    missing[basis.pivot_row] = False
    if missing.any():
        unmatched = np.flatnonzero(missing)
        involved = dependent_rows(basis, unmatched, wanted.size)
        raise StructuralSingularity(
            np.flatnonzero(involved),
            unmatched,
            overdetermined_unknowns=np.unique(column[involved[row]]),
        )
    chosen[basis.column] = True
    return chosen


def _wishes(column: IntArray, order: IntArray, priority: Priority, n_chains: int) -> FloatArray:
    """Return the priority of the state that each column gives up; 0 for no column."""
    columns = distinct(column, n_chains)
    first = np.empty(n_chains, dtype=np.intp)
    first[column] = np.arange(column.size)
    wish = np.zeros(n_chains)
    if callable(priority):
        wish[columns] = priority(columns, order[first[columns]])
    else:
        wish[columns] = np.asarray(priority, dtype=np.float64)[columns, order[first[columns]]]
    return wish


def _generic(row: IntArray, column: IntArray, value: FloatArray) -> FloatArray:
    """Replace unknown coefficients by pattern-free numbers, then scale the rows."""
    unknown = ~np.isfinite(value)
    value = np.where(unknown, 0.0, value)
    largest = np.zeros(int(row.max(initial=-1)) + 1)
    np.maximum.at(largest, row, np.abs(value))
    largest[largest == 0.0] = 1.0
    scaled = value / largest[row]
    # Multiples of irrational numbers, reduced modulo one, fill (0.5, 1.5) evenly (Weyl).
    noise = 0.5 + np.modf((row + 1) * np.sqrt(2.0) + (column + 1) * np.sqrt(3.0))[0]
    return np.where(unknown, noise, scaled)


def _sorted_members(chain: IntArray, order: IntArray) -> Members:
    place = np.lexsort((order, chain))
    return Members(chain[place], order[place])
