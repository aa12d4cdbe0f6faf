"""Put the nodes of a schematic into columns, from left to right as the author connects them [1]_.

References
----------
.. [1] K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system
   structures", IEEE Transactions on Systems, Man, and Cybernetics 11, 1981, section III.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from drivetrain.diagram.schematic.graph import (
    HEAT,
    MECHANICAL,
    TERMINAL,
    Graph,
    Node,
    Pin,
    main_two,
    mean,
)

__all__ = ["set_columns", "successors"]


def set_columns(graph: Graph, order: Sequence[str] = ()) -> None:
    """Set the columns of all nodes.

    Parameters
    ----------
    graph : Graph
        The nodes and nets.
    order : sequence of str
        Parts that the author wants to see one after the other.
    """
    shafts = [node for node in graph.nodes if _is_on_shaft(graph, node)]
    after = successors(graph, shafts, _wished(shafts, order))
    _layer(shafts, after)
    _set_signal_columns(graph, set(shafts))
    for node in graph.of_kind(HEAT):
        node.column = round(mean(one.column for one in _around(graph, node) if one.kind != HEAT))
    for node in graph.of_kind(HEAT):
        if all(one.kind == HEAT for one in _around(graph, node)):
            node.column = round(mean(one.column for one in _around(graph, node))) - 1
    least = min((node.column for node in graph.nodes), default=0)
    for node in graph.nodes:
        node.column -= least


def _is_on_shaft(graph: Graph, node: Node) -> bool:
    if node.kind == MECHANICAL or node in graph.bonded:
        return True
    if node.kind != TERMINAL:
        return False
    return any(net.source is None and net.domain != "heat" for net in graph.nets_of(node))


def _around(graph: Graph, node: Node) -> list[Node]:
    return [one for net in graph.nets_of(node) for one in net.others(node)]


def _wished(nodes: Sequence[Node], order: Sequence[str]) -> list[tuple[Node, Node]]:
    by_path = {node.path: node for node in nodes}
    known = [by_path[path] for path in order if path in by_path]
    return list(pairwise(known))


def successors(
    graph: Graph,
    nodes: Sequence[Node],
    wished: Sequence[tuple[Node, Node]] = (),
    *,
    through: bool = False,
) -> dict[Node, list[Node]]:
    """Return the nodes to the right of each; circles are cut where the author closes them.

    Parameters
    ----------
    graph : Graph
        The nodes and nets.
    nodes : sequence of Node
        Those to be ordered.
    wished : sequence of (Node, Node)
        Left and right nodes that count most.
    through : bool
        Whether only those count that are joined by the two ends of their shafts, not by a housing
        or a side of them.
    """
    known = set(nodes)
    joined = _joined(graph, through)
    after: dict[Node, list[Node]] = defaultdict(list)
    for a, b in wished:
        if not _leads(after, b, a):
            after[a].append(b)
    for a, b in [*graph.order, *graph.bonds]:
        together = (a, b) in joined
        if a in known and b in known and together and b not in after[a] and not _leads(after, b, a):
            after[a].append(b)
    return after


def _joined(graph: Graph, through: bool) -> set[tuple[Node, Node]]:
    """Return the pairs of nodes that are joined by a shaft."""
    ends: set[Pin] = set()
    for node in graph.nodes if through else ():
        shafts = [pin for pin in graph.pins_of(node) if pin.is_shaft]
        main = main_two(shafts)
        ends.update(main if len(main) > 1 else shafts)
    return set(graph.bonds) | {
        (a.node, b.node)
        for net in graph.nets
        if not net.ground and net.source is None
        for a in net.pins
        for b in net.pins
        if not through or (a in ends and b in ends)
    }


def _leads(after: dict[Node, list[Node]], start: Node, end: Node) -> bool:
    """Tell whether `end` is reached from `start`."""
    seen, pending = {start}, [start]
    while pending:
        node = pending.pop()
        if node is end:
            return True
        fresh = [one for one in after.get(node, ()) if one not in seen]
        seen.update(fresh)
        pending += fresh
    return False


def _layer(nodes: Sequence[Node], after: dict[Node, list[Node]]) -> None:
    """Set columns so that every node is right of those before it, and close to those after it."""
    before: dict[Node, list[Node]] = defaultdict(list)
    for a, following in after.items():
        for b in following:
            before[b].append(a)
    order = _sorted(nodes, after, before)
    for node in order:
        node.column = 1 + max((one.column for one in before[node]), default=-1)
    for node in reversed(order):  # those that begin a line stand just before it
        right = [one.column for one in after[node]]
        left = [one.column for one in before[node]]
        if right and (not left or len(right) > len(left)):
            node.column = max(min(right) - 1, max(left, default=-1) + 1)


def _sorted(
    nodes: Sequence[Node], after: dict[Node, list[Node]], before: dict[Node, list[Node]]
) -> list[Node]:
    """Return the nodes in topological order."""
    open_ends = {node: len(before[node]) for node in nodes}
    ready = [node for node in nodes if not open_ends[node]]
    order: list[Node] = []
    while ready:
        node = ready.pop(0)
        order.append(node)
        for one in after[node]:
            open_ends[one] -= 1
            if not open_ends[one]:
                ready.append(one)
    return order


def _set_signal_columns(graph: Graph, placed: set[Node]) -> None:
    """Put blocks above what they drive, and those that drive blocks to the left of these."""
    drives: dict[Node, list[Node]] = defaultdict(list)
    driven: dict[Node, list[Node]] = defaultdict(list)
    for net in graph.nets:
        if net.source is not None:
            for node in net.others(net.source.node):
                drives[net.source.node].append(node)
                driven[node].append(net.source.node)
    above = {node for node in placed if node.kind == MECHANICAL or node in graph.bonded}
    waiting = [n for n in graph.nodes if n not in placed and n.kind != HEAT]
    while waiting:
        ready = [n for n in waiting if any(one in placed for one in drives[n])]
        if ready:
            # behind all that it drives: blocks in a row go from left to right
            node = min(ready, key=lambda n: (sum(o not in placed for o in drives[n]), -n.number))
            node.column = min(
                one.column - (one not in above)
                for one in drives[node] if one in placed
            )  # fmt: skip
        else:
            node = next((n for n in waiting if any(o in placed for o in driven[n])), waiting[0])
            node.column = 1 + max((o.column for o in driven[node] if o in placed), default=-1)
        waiting.remove(node)
        placed.add(node)
