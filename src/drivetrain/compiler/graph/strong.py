"""Strongly connected components of a directed graph, in topological order."""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import ArrayLike

from drivetrain.compiler.graph.sparse import IntArray, adjacency, as_indices, strong_labels

__all__ = ["strong_components"]


def strong_components(n: int, source: ArrayLike, target: ArrayLike) -> IntArray:
    """Find the strongly connected components, numbered so that no edge goes backwards.

    The components come from a depth-first search [1]_ that visits nodes in ascending order and
    places the predecessors of a node directly before it. A graph whose edges all go from lower to
    higher nodes keeps its order.

    Parameters
    ----------
    n : int
        Number of nodes.
    source, target : array_like of int, shape (edges,)
        Edges: ``source[k]`` comes before ``target[k]``, or both are in one component.

    Returns
    -------
    int array of shape (n,)
        Component of every node, numbered from 0 without gaps;
        ``label[source] <= label[target]``.

    Raises
    ------
    StructureError
        If an index is out of range.

    References
    ----------
    .. [1] D. J. Pearce, "A space-efficient algorithm for finding strongly connected components",
       Information Processing Letters 116 (2016) 47–52; after R. Tarjan, SIAM Journal on
       Computing 1 (1972) 146–160.
    """
    before, after = as_indices(source, n, "Node"), as_indices(target, n, "Node")
    # The search finishes sinks first, so it runs from each node to its predecessors.
    label = strong_labels(n, after, before)
    if np.all(label[before] <= label[after]):
        return label
    return _topological(label, before, after)


def _topological(label: IntArray, before: IntArray, after: IntArray) -> IntArray:
    """Renumber components by Kahn's method; SciPy does not guarantee the order of its labels."""
    count = int(label.max()) + 1
    between = label[before] != label[after]
    source, target = label[before[between]], label[after[between]]
    graph = adjacency(count, count, source, target)
    start, follower = graph.indptr.tolist(), graph.indices.tolist()
    waiting = np.bincount(graph.indices, minlength=count).tolist()
    first = np.full(count, label.size)
    np.minimum.at(first, label, np.arange(label.size))
    ready = [(int(first[c]), c) for c in range(count) if not waiting[c]]
    heapq.heapify(ready)
    number = np.empty(count, dtype=np.intp)
    for position in range(count):
        _, component = heapq.heappop(ready)
        number[component] = position
        for other in follower[start[component] : start[component + 1]]:
            waiting[other] -= 1
            if not waiting[other]:
                heapq.heappush(ready, (int(first[other]), other))
    return number[label]
