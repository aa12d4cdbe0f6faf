"""Entry lists as compressed sparse rows, and typed wrappers of `scipy.sparse.csgraph`."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csgraph, csr_array

from drivetrain.errors import StructureError

__all__ = [
    "BoolArray",
    "IntArray",
    "adjacency",
    "as_indices",
    "breadth_first",
    "distinct",
    "grouped",
    "strong_labels",
    "weak_labels",
]

IntArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]


def as_indices(values: ArrayLike, bound: int, what: str) -> IntArray:
    """Return `values` as a flat index array after checking its range.

    Parameters
    ----------
    values : array_like of int
        Indices.
    bound : int
        Number of items; every index lies in ``0 … bound - 1``.
    what : str
        Name of the items, for the message.

    Raises
    ------
    StructureError
        If an index is out of range. (`csgraph` reads memory unchecked.)
    """
    indices = np.asarray(values, dtype=np.intp).ravel()
    if indices.size and (indices.min() < 0 or indices.max() >= bound):
        wrong = indices[(indices < 0) | (indices >= bound)][0]
        raise StructureError(
            f"{what} {wrong} was asked for, but there are {bound}, numbered from 0; "
            "the arrays handed to the graph algorithm do not belong together."
        )
    return indices


def distinct(values: IntArray, bound: int) -> IntArray:
    """Return the distinct values of an index array in ascending order.

    Parameters
    ----------
    values : int array
        Indices in ``0 … bound - 1``.
    bound : int
        Number of possible values. The cost is proportional to it and to the number of values; where
        it is not much larger than that number, this is many times faster than sorting or hashing.
    """
    present = np.zeros(bound, dtype=np.bool_)
    present[values] = True
    return np.flatnonzero(present)


def adjacency(n_rows: int, n_columns: int, row: IntArray, column: IntArray) -> Any:
    """Return the sparse matrix with a one at every ``(row[k], column[k])``.

    The form is canonical: ascending columns in each row, repeated entries merged. (With repeated
    entries the search for strongly connected components does not terminate.)

    Parameters
    ----------
    n_rows, n_columns : int
        Shape.
    row, column : int array of shape (entries,)
        Positions, already checked by `as_indices`.

    Returns
    -------
    scipy.sparse.csr_array
        Compressed rows with the 32-bit indices that `csgraph` uses.
    """
    key = np.sort((row << 32) | column)
    fresh = np.diff(key, prepend=-1) > 0
    if not fresh.all():
        key = key[fresh]
    start = np.zeros(n_rows + 1, dtype=np.int32)
    np.cumsum(np.bincount(key >> 32, minlength=n_rows), out=start[1:])
    index = key.astype(np.int32)  # the lower half
    return csr_array((np.ones(index.size), index, start), shape=(n_rows, n_columns))


def weak_labels(n: int, a: IntArray, b: IntArray) -> IntArray:
    """Return the number of the connected component of every node of an undirected graph."""
    if not a.size:
        return np.arange(n, dtype=np.intp)
    _, label = csgraph.connected_components(adjacency(n, n, a, b), directed=False)
    return np.asarray(label, dtype=np.intp)


def strong_labels(n: int, source: IntArray, target: IntArray) -> IntArray:
    """Return the number of the strongly connected component of every node (any numbering).

    The targets of a node are visited in ascending order.
    """
    if not source.size:
        return np.arange(n, dtype=np.intp)
    # SciPy visits the last target of a row first.
    graph = adjacency(n, n, source, n - 1 - target)
    graph.indices = n - 1 - graph.indices
    _, label = csgraph.connected_components(graph, directed=True, connection="strong")
    return np.asarray(label, dtype=np.intp)


def breadth_first(n: int, source: IntArray, target: IntArray, seeds: IntArray) -> BoolArray:
    """Mark the nodes that can be reached from `seeds` along edges ``source → target``.

    Parameters
    ----------
    n : int
        Number of nodes.
    source, target : int array
        Edges.
    seeds : int array
        Where the search starts; these are marked, too.

    Returns
    -------
    bool array of shape (n,)
    """
    root = np.full(seeds.size, n, dtype=np.intp)
    graph = adjacency(n + 1, n + 1, np.concatenate([source, root]), np.concatenate([target, seeds]))
    found = csgraph.breadth_first_order(graph, n, directed=True, return_predecessors=False)
    mask = np.zeros(n + 1, dtype=np.bool_)
    mask[found] = True
    return mask[:n]


def grouped(group: IntArray, value: IntArray, n: int) -> list[list[int]]:
    """Return, for each of `n` groups, its values in the order given."""
    order = np.argsort(group, kind="stable")
    values = value[order].tolist()
    end = np.cumsum(np.bincount(group, minlength=n)).tolist()
    return [values[start:stop] for start, stop in pairwise([0, *end])]
