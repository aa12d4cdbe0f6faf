"""Put the nodes of a schematic into rows: the longest chain is straight, others lie beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from drivetrain.diagram.schematic.columns import successors
from drivetrain.diagram.schematic.graph import (
    HEAT,
    MECHANICAL,
    SHAFT_ROLES,
    TERMINAL,
    Graph,
    Node,
    mean,
)

__all__ = ["set_rows"]

_LOOK_ASIDE = 3
"""Rows of blocks that are tried before a block is put into another column."""


def set_rows(graph: Graph, below: Sequence[str] = ()) -> None:
    """Set the rows of all nodes: shaft lines from 0 on, signals above, heat below.

    Parameters
    ----------
    graph : Graph
        The nodes and nets, with columns.
    below : sequence of str
        Parts that the author wants to see below the shaft line.
    """
    bonded = graph.bonded
    shafts = [n for n in graph.nodes if n.kind in (MECHANICAL, TERMINAL) or n in bonded]
    taken: set[tuple[int, int]] = set()
    for machine in _machines(graph, shafts):
        own = _rows_of(graph, machine, below)
        shift = next(
            shift for shift in range(len(taken) + 1)
            if all((column, row + shift) not in taken for column, row in own)
        )  # fmt: skip
        for node in machine:
            node.row += shift
        taken |= {(column, row + shift) for column, row in own}
    _set_signal_rows(graph, [n for n in graph.nodes if n.kind != HEAT and n not in shafts])
    _set_heat_rows(graph, 1 + max((n.row for n in shafts), default=-1))


def _machines(graph: Graph, nodes: Sequence[Node]) -> list[list[Node]]:
    """Return the nodes that hang together by shafts and rods."""
    around: dict[Node, list[Node]] = defaultdict(list)
    for net in graph.nets:
        for pin in net.pins if net.is_shaft else ():
            around[pin.node] += net.others(pin.node)
    for a, b in graph.bonds:
        around[a].append(b)
        around[b].append(a)
    known, found = set(nodes), list[list[Node]]()
    for first in nodes:
        if first in known:
            known.discard(first)
            machine = [first]
            for node in machine:
                machine += dict.fromkeys(one for one in around[node] if one in known)
                known.difference_update(machine)
            found.append(machine)
    return found


def _rows_of(graph: Graph, machine: list[Node], below: Sequence[str]) -> set[tuple[int, int]]:
    """Set the rows of a machine from 0 on; return the places that are taken."""
    taken: set[tuple[int, int]] = set()
    first = [node for node in machine if node.path not in below]
    others = [node for node in machine if node.path in below]
    for k, chain in enumerate([*_chains(graph, first), *_chains(graph, others)]):
        least = 1 if chain[0] in others else 0
        row = _free_row(chain, taken, graph, least) if k else 0
        for node in chain:
            node.row = row
        taken |= {(column, row) for column in range(chain[0].column, chain[-1].column + 1)}
    return taken


def _chains(graph: Graph, nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Yield chains from left to right, the longest first, until no node is left.

    Of equally long ones those with fewer loose ends come first.
    """
    after = successors(graph, nodes, through=True)
    loose = {node: _is_loose(graph, node) for node in nodes}
    left = sorted(nodes, key=lambda node: (node.column, node.number))
    while left:
        known = set(left)
        best: dict[Node, tuple[tuple[int, int], list[Node]]] = {}
        for node in reversed(left):
            ahead = [best[one] for one in after[node] if one in known and one in best]
            (length, ends), chain = max(ahead, key=lambda one: one[0], default=((0, 0), []))
            best[node] = (length + 1, ends - loose[node]), [node, *chain]
        _, chain = max((best[node] for node in left), key=lambda one: one[0])
        yield chain
        gone = set(chain)
        left = [node for node in left if node not in gone]


def _is_loose(graph: Graph, node: Node) -> bool:
    """Tell whether a node ends a shaft, but could lead on: it is held in place, or a brake."""
    ends = sum(port.side in SHAFT_ROLES for port in node.ports)
    nets = [
        net for net in graph.nets_of(node)
        if not net.ground and any(pin.is_shaft and pin.node is node for pin in net.pins)
    ]  # fmt: skip
    return ends > 1 and len(nets) < 2


def _free_row(chain: list[Node], taken: set[tuple[int, int]], graph: Graph, least: int) -> int:
    """Return the free row closest to what the chain is connected with."""
    own = set(chain)
    around = [
        one.row
        for node in chain
        for net in graph.nets_of(node)
        for one in net.others(node)
        if one not in own and (one.column, one.row) in taken
    ]
    wanted = mean(around)
    columns = range(chain[0].column, chain[-1].column + 1)
    rows = (
        row for row in range(least, least + len(taken) + 2)
        if all((column, row) not in taken for column in columns)
    )  # fmt: skip
    free = [next(rows), next(rows)]
    return min(free, key=lambda row: (abs(row - wanted), row))


def _set_signal_rows(graph: Graph, blocks: Sequence[Node]) -> None:
    taken: set[tuple[int, int]] = set()
    for node in sorted(blocks, key=lambda n: (n.column, n.number)):
        preferred = _preferred_row(graph, node, taken)
        rows = [preferred, *range(-1, -_LOOK_ASIDE - 1, -1)]
        row = next((r for r in rows if (node.column, r) not in taken), None)
        if row is None:
            row = next(r for r in range(-1, -len(blocks) - 2, -1) if (node.column, r) not in taken)
        node.row = row
        taken.add((node.column, row))


def _preferred_row(graph: Graph, node: Node, taken: set[tuple[int, int]]) -> int:
    """Return the row of the block that drives this one, so that rows of blocks are straight."""
    for net in graph.nets_of(node):
        if net.source is not None and net.source.node is not node:
            before = net.source.node
            if before.row < 0 and before.column < node.column:
                return before.row
    return -1


def _set_heat_rows(graph: Graph, first: int) -> None:
    taken: set[tuple[int, int]] = set()
    for node in graph.of_kind(HEAT):
        row = first
        while (node.column, row) in taken:
            row += 1
        node.row = row
        taken.add((node.column, row))
