"""Maximum and minimum-cost matchings in bipartite graphs of equations and unknowns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csgraph, csr_array

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, adjacency, as_indices

__all__ = ["Numbering", "maximum_matching", "preferred_matching", "renumbered"]

# Larger graphs are renumbered along their edges before they are matched.
_RENUMBER_ABOVE = 30_000


class Numbering(NamedTuple):
    """New numbers of equations and unknowns that place connected ones near each other."""

    equation: IntArray
    unknown: IntArray


def maximum_matching(
    n_equations: int,
    n_unknowns: int,
    equation: ArrayLike,
    unknown: ArrayLike,
    numbering: Numbering | None = None,
) -> IntArray:
    """Match as many equations as possible with unknowns.

    Augmenting paths are found by the method of Hopcroft and Karp [1]_. For a long shaft whose
    equations come in random order there are many such paths, and they are long; large graphs are
    therefore renumbered first so that neighbours are near each other (reverse Cuthill–McKee [2]_),
    after which the greedy start of the method is almost complete.

    Parameters
    ----------
    n_equations, n_unknowns : int
        Sizes.
    equation, unknown : array_like of int, shape (entries,)
        Which equation contains which unknown; repetitions do not matter.
    numbering : Numbering, optional
        From `renumbered`, for a graph that contains this one; computed here if not given.

    Returns
    -------
    int array of shape (n_equations,)
        Unknown of every equation, -1 if unmatched.

    Raises
    ------
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] J. Hopcroft, R. Karp, SIAM Journal on Computing 2 (1973) 225–231.
    .. [2] E. Cuthill, J. McKee, Proceedings of the 24th National Conference, ACM (1969) 157–172.
    """
    row = as_indices(equation, n_equations, "Equation")
    column = as_indices(unknown, n_unknowns, "Unknown")
    if not row.size:
        return np.full(n_equations, -1, dtype=np.intp)
    near = numbering or renumbered(n_equations, n_unknowns, row, column)
    if near is None:
        return _match(n_equations, n_unknowns, row, column)
    found = _match(n_equations, n_unknowns, near.equation[row], near.unknown[column])
    original = np.full(n_unknowns + 1, -1, dtype=np.intp)
    original[near.unknown] = np.arange(n_unknowns)
    return original[found[near.equation]]


def renumbered(
    n_equations: int, n_unknowns: int, equation: IntArray, unknown: IntArray
) -> Numbering | None:
    """Return new numbers along the edges of a large graph, ``None`` for one that needs none."""
    if n_equations <= _RENUMBER_ABOVE:
        return None
    order = csgraph.reverse_cuthill_mckee(
        _bipartite(n_equations, n_unknowns, equation, unknown), symmetric_mode=True
    )
    row_place, column_place = np.empty(n_equations, np.intp), np.empty(n_unknowns, np.intp)
    row_place[order[order < n_equations]] = np.arange(n_equations)
    column_place[order[order >= n_equations] - n_equations] = np.arange(n_unknowns)
    return Numbering(row_place, column_place)


def preferred_matching(
    n: int, equation: ArrayLike, unknown: ArrayLike, preferred: ArrayLike
) -> IntArray:
    """Match every equation with an unknown, using as many preferred entries as possible.

    This is a sparse linear assignment with cost 1 for preferred and 2 for other entries, solved by
    shortest augmenting paths [1]_.

    Parameters
    ----------
    n : int
        Number of equations and of unknowns.
    equation, unknown : array_like of int, shape (entries,)
        Which equation contains which unknown. A perfect matching must exist.
    preferred : array_like of bool, shape (entries,)
        Entries to use if possible; a repeated entry is preferred only if all its repetitions are.

    Returns
    -------
    int array of shape (n,)
        Unknown of every equation.

    Raises
    ------
    StructureError
        If an index is out of range.
    ValueError
        From SciPy, if no perfect matching exists.

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
    places = (key // n).astype(np.int32), (key % n).astype(np.int32)  # for older SciPy
    graph = csr_array((cost, places), shape=(n, n))
    rows, columns = csgraph.min_weight_full_bipartite_matching(graph)
    result = np.empty(n, dtype=np.intp)
    result[rows] = columns
    return result


def _match(n_rows: int, n_columns: int, row: IntArray, column: IntArray) -> IntArray:
    # Columns ascend in each row, so that the greedy start proceeds along a shaft.
    graph = adjacency(n_rows, n_columns, row, column)
    found = csgraph.maximum_bipartite_matching(graph, perm_type="column")
    return np.asarray(found, dtype=np.intp)


def _bipartite(n_rows: int, n_columns: int, row: IntArray, column: IntArray) -> csr_array:
    """Return the symmetric graph whose nodes are the rows, then the columns."""
    down = adjacency(n_rows, n_columns, row, column)
    up = down.tocsc()
    start = np.concatenate([down.indptr, up.indptr[1:] + down.nnz])
    index = np.concatenate([down.indices + np.int32(n_rows), up.indices])
    size = n_rows + n_columns
    return csr_array((np.ones(index.size), index, start), shape=(size, size))
