"""Exchange rows of a schematic where that lets fewer lines cross."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from drivetrain.diagram.schematic.graph import HEAT, Graph

__all__ = ["reorder_rows"]

_MOST_NODES = 60
"""Number of nodes up to which rows are exchanged: a trial takes longer in larger pictures."""
_TRIALS = 10


def reorder_rows(graph: Graph, crossings: Callable[[], int]) -> None:
    """Move rows of shafts to other places as long as fewer lines cross, a few times at most.

    The signals stay above them, the heat below.

    Parameters
    ----------
    graph : Graph
        The nodes and nets, with columns and rows.
    crossings : callable
        Returns how many lines cross with the present rows.
    """
    nodes = [node for node in graph.nodes if node.row >= 0 and node.kind != HEAT]
    first = {node: node.row for node in nodes}
    best = sorted(set(first.values()))
    if len(best) < 2 or len(graph.nodes) > _MOST_NODES:
        return

    def count(order: Sequence[int]) -> int:
        for node in nodes:
            node.row = order.index(first[node])
        return crossings()

    least, trials, tried = count(best), 1, {tuple(best)}
    moves = _moves(best)
    while least and trials < _TRIALS:
        order = next((one for one in moves if tuple(one) not in tried), None)
        if order is None:
            break
        tried.add(tuple(order))
        trials += 1
        found = count(order)
        if found < least:
            best, least, moves = order, found, _moves(order)
    count(best)


def _moves(order: list[int]) -> Iterator[list[int]]:
    """Yield the orders in which one row is elsewhere, the upper ones first."""
    for k, row in enumerate(order):
        others = order[:k] + order[k + 1 :]
        for place in range(len(order)):
            if place != k:
                yield [*others[:place], row, *others[place:]]
