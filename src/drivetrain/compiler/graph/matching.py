"""Matchings in bipartite graphs: which equation is responsible for which unknown."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csgraph, csr_array

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, adjacency, as_indices

__all__ = ["maximum_matching", "preferred_matching"]

# Above this size equations and unknowns are renumbered along the graph before they are matched.
_RENUMBER_ABOVE = 30_000


def maximum_matching(
    n_equations: int, n_unknowns: int, equation: ArrayLike, unknown: ArrayLike
) -> IntArray:
    """Assign unknowns to as many equations as possible.

    Augmenting paths are found by the method of Hopcroft and Karp [1]_. On a long shaft whose
    equations come in random order such paths get long and many; large graphs are therefore
    renumbered first so that neighbours are near each other (reverse Cuthill–McKee [2]_), after
    which the greedy start of the method is almost complete.

    Parameters
    ----------
    n_equations, n_unknowns : int
        Sizes.
    equation, unknown : array_like of int, shape (entries,)
        Which equation contains which unknown; repetitions do not matter.

    Returns
    -------
    int array of shape (n_equations,)
        Unknown of every equation, -1 where none is left.

    Raises
    ------
    StructureError
        When an index is out of range.

    References
    ----------
    .. [1] J. Hopcroft, R. Karp, SIAM Journal on Computing 2 (1973) 225–231.
    .. [2] E. Cuthill, J. McKee, Proceedings of the 24th National Conference, ACM (1969) 157–172.
    """
    row = as_indices(equation, n_equations, "Equation")
    column = as_indices(unknown, n_unknowns, "Unknown")
    if not row.size:
        return np.full(n_equations, -1, dtype=np.intp)
    if n_equations <= _RENUMBER_ABOVE:
        return _match(n_equations, n_unknowns, row, column)
    row_place, column_place = _renumber(n_equations, n_unknowns, row, column)
    found = _match(n_equations, n_unknowns, row_place[row], column_place[column])
    original = np.append(np.argsort(column_place), -1)
    return np.asarray(original[found[row_place]], dtype=np.intp)


def preferred_matching(
    n: int, equation: ArrayLike, unknown: ArrayLike, preferred: ArrayLike
) -> IntArray:
    """Assign every equation an unknown, along as many preferred entries as possible.

    A sparse linear assignment with cost 1 for preferred and 2 for other entries, by shortest
    augmenting paths [1]_.

    Parameters
    ----------
    n : int
        Number of equations and of unknowns.
    equation, unknown : array_like of int, shape (entries,)
        Which equation contains which unknown. A perfect matching must exist.
    preferred : array_like of bool, shape (entries,)
        Entries to use when possible; a repeated entry is preferred only if each of its
        repetitions is.

    Returns
    -------
    int array of shape (n,)
        Unknown of every equation.

    Raises
    ------
    StructureError
        When an index is out of range.
    ValueError
        From SciPy, when no perfect matching exists.

    References
    ----------
    .. [1] R. Jonker, A. Volgenant, "A shortest augmenting path algorithm for dense and sparse
       linear assignment problems", Computing 38 (1987) 325–340.
    """
    row, column = as_indices(equation, n, "Equation"), as_indices(unknown, n, "Unknown")
    mask: BoolArray = np.asarray(preferred, dtype=np.bool_).ravel()
    key, place = np.unique(row * n + column, return_inverse=True)
    cost = np.ones(key.size)
    cost[place[~mask]] = 2.0
    graph = csr_array((cost, (key // n, key % n)), shape=(n, n))
    rows, columns = csgraph.min_weight_full_bipartite_matching(graph)
    result = np.empty(n, dtype=np.intp)
    result[rows] = columns
    return result


def _match(n_rows: int, n_columns: int, row: IntArray, column: IntArray) -> IntArray:
    # Columns ascend in each row, so that the greedy start walks along a shaft.
    graph = adjacency(n_rows, n_columns, row, column)
    found = csgraph.maximum_bipartite_matching(graph, perm_type="column")
    return np.asarray(found, dtype=np.intp)


def _renumber(
    n_rows: int, n_columns: int, row: IntArray, column: IntArray
) -> tuple[IntArray, IntArray]:
    """Return new places of rows and columns that bring connected ones near each other."""
    size = n_rows + n_columns
    graph = adjacency(
        size, size, np.concatenate([row, column + n_rows]), np.concatenate([column + n_rows, row])
    )
    order = csgraph.reverse_cuthill_mckee(graph, symmetric_mode=True)
    row_place, column_place = np.empty(n_rows, np.intp), np.empty(n_columns, np.intp)
    row_place[order[order < n_rows]] = np.arange(n_rows)
    column_place[order[order >= n_rows] - n_rows] = np.arange(n_columns)
    return row_place, column_place
