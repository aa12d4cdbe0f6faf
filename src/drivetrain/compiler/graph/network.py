"""Column bases of network matrices, from spanning trees instead of elimination.

Along a long shaft, each angle occurs in the equations of its two neighbours. Such a matrix is that
of a network: rows are nodes, a column with two entries is an edge, one with a single entry an edge
to ground. If the rows can be scaled so that the two entries of every column cancel, a set of
columns is independent exactly when it contains no cycle [1]_, and taking columns one by one, each
if it is independent of those before, is Kruskal's method for a minimum spanning tree.

References
----------
.. [1] J. Oxley, "Matroid Theory", 2nd ed., Oxford University Press 2011, sections 5.1 and 6.10.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csgraph, csr_array

from drivetrain.compiler.graph.sparse import BoolArray, IntArray, distinct
from drivetrain.compiler.graph.union import components

__all__ = ["spanning_columns"]

FloatArray = NDArray[np.float64]

# A difference smaller than this fraction of its terms is zero, as in the elimination.
_CANCELLED = 1e-9


class _Edges(NamedTuple):
    """Columns as edges from node `a` to node `b`; a column of one entry ends at ground."""

    column: IntArray
    a: IntArray
    b: IntArray
    at_a: FloatArray
    at_b: FloatArray

    def take(self, which: BoolArray) -> _Edges:
        """Return some of the edges."""
        return _Edges(
            self.column[which], self.a[which], self.b[which], self.at_a[which], self.at_b[which]
        )


def spanning_columns(
    n_rows: int, row: IntArray, column: IntArray, value: FloatArray, place: IntArray
) -> tuple[BoolArray, BoolArray]:
    """Take columns in the order of `place` wherever spanning trees can decide which.

    Parameters
    ----------
    n_rows, row, column, value, place
        As for `column_basis`.

    Returns
    -------
    chosen : bool array of shape (columns,)
        The basis columns in the settled rows, the same as those of `column_basis`.
    settled : bool array of shape (n_rows,)
        Rows of the connected parts that are networks without dependent rows. All other rows are
        left to `column_basis`.
    """
    row, column, value = _added_up(n_rows, row, column, value)
    part = components(n_rows + place.size, row, column + n_rows)[:n_rows]
    entries = np.bincount(column, minlength=place.size)
    is_network = np.zeros(n_rows, dtype=np.bool_)
    is_network[part[row]] = True
    is_network[part[row[entries[column] > 2]]] = False
    inside = is_network[part[row]]
    edges = _edges(n_rows, row[inside], column[inside], value[inside], entries)
    roots = distinct(part[edges.a], n_rows)
    is_network[part[edges.a[~_balanced(n_rows, edges, roots)]]] = False
    edges = edges.take(is_network[part[edges.a]])
    taken = _spanning_forest(n_rows + 1, edges, place)
    rank = np.bincount(part[edges.a[taken]], minlength=n_rows)
    is_network &= rank == np.bincount(part, minlength=n_rows)
    chosen = np.zeros(place.size, dtype=np.bool_)
    chosen[edges.column[taken & is_network[part[edges.a]]]] = True
    return chosen, is_network[part]


def _added_up(
    n_rows: int, row: IntArray, column: IntArray, value: FloatArray
) -> tuple[IntArray, IntArray, FloatArray]:
    """Sort entries by column, then row; add up repeated ones and drop sums that cancel."""
    key = column * n_rows + row
    order = np.argsort(key, kind="stable")
    key, value = key[order], value[order]
    begin = np.flatnonzero(np.diff(key, prepend=-1))
    if not begin.size:
        return row[:0], column[:0], value[:0]
    total, size = np.add.reduceat(value, begin), np.add.reduceat(np.abs(value), begin)
    kept = np.abs(total) > _CANCELLED * size
    column, row = np.divmod(key[begin[kept]], n_rows)
    return row, column, total[kept]


def _edges(
    ground: int, row: IntArray, column: IntArray, value: FloatArray, entries: IntArray
) -> _Edges:
    """Turn columns of one or two entries, sorted by column, into edges."""
    first = np.flatnonzero(np.diff(column, prepend=-1))
    double = entries[column[first]] == 2
    last = first + double
    return _Edges(
        column[first],
        row[first],
        np.where(double, row[last], ground),
        value[first],
        np.where(double, value[last], 0.0),
    )


def _balanced(ground: int, edges: _Edges, roots: IntArray) -> BoolArray:
    """Mark the edges whose entries cancel when rows are scaled along trees from these roots."""
    inner = edges.b < ground
    a, b, at_a, at_b = edges.a[inner], edges.b[inner], edges.at_a[inner], edges.at_b[inner]
    scale = _scales(ground, roots, a, b, -at_a / at_b)
    result = ~inner
    with np.errstate(invalid="ignore", over="ignore"):
        left, right = scale[a] * at_a, scale[b] * at_b
        size = np.abs(left) + np.abs(right)
        result[inner] = (size > 0) & (np.abs(left + right) <= _CANCELLED * size)
    return result


def _scales(n: int, roots: IntArray, a: IntArray, b: IntArray, ratio: FloatArray) -> FloatArray:
    """Return row factors with ``scale[b] == scale[a] * ratio`` along trees."""
    source = np.concatenate([a, b, np.full(roots.size, n)])
    target = np.concatenate([b, a, roots])
    ratio = np.concatenate([ratio, 1.0 / ratio, np.ones(roots.size)])
    key = source * (n + 1) + target
    order = np.argsort(key, kind="stable")
    order = order[np.diff(key[order], prepend=-1) > 0]
    key, source, target, ratio = key[order], source[order], target[order], ratio[order]
    start = np.zeros(n + 2, dtype=np.int32)
    np.cumsum(np.bincount(source, minlength=n + 1), out=start[1:])
    graph = csr_array((np.ones(key.size), target.astype(np.int32), start), shape=(n + 1, n + 1))
    nodes, before = csgraph.breadth_first_order(graph, n, directed=True)
    parent = np.full(n + 1, n)
    factor = np.ones(n + 1)
    parent[nodes[1:]] = before[nodes[1:]]
    factor[nodes[1:]] = ratio[np.searchsorted(key, parent[nodes[1:]] * (n + 1) + nodes[1:])]
    while (parent < n).any():  # halves the way to the root each time
        factor, parent = factor * factor[parent], parent[parent]
    return factor[:n]


def _spanning_forest(n_nodes: int, edges: _Edges, place: IntArray) -> BoolArray:
    """Mark the edges that Kruskal's method takes in the order of `place`."""
    taken = np.zeros(edges.column.size, dtype=np.bool_)
    rank = place[edges.column]
    order = np.lexsort((rank, edges.b, edges.a))
    a, b = edges.a[order], edges.b[order]
    order = order[(np.diff(a, prepend=-1) != 0) | (np.diff(b, prepend=-1) != 0)]
    start = np.zeros(n_nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(edges.a[order], minlength=n_nodes), out=start[1:])
    weight = rank[order].astype(np.float64) + 1.0
    index = edges.b[order].astype(np.int32)
    graph = csr_array((weight, index, start), shape=(n_nodes, n_nodes))
    tree = csgraph.minimum_spanning_tree(graph)
    column = np.zeros(place.size, dtype=np.bool_)
    column[_inverse(place)[tree.data.astype(np.intp) - 1]] = True
    taken[column[edges.column]] = True
    return taken


def _inverse(place: IntArray) -> IntArray:
    """Return the column at every place; columns never examined have the place -1."""
    column = np.zeros(int(place.max(initial=-1)) + 1, dtype=np.intp)
    listed = np.flatnonzero(place >= 0)
    column[place[listed]] = listed
    return column
