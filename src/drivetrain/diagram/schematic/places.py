"""Put nodes where the author of the model has drawn them, as far as rows and columns go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from drivetrain.diagram.schematic.graph import FUNCTION, Graph, Node, mean

__all__ = ["set_places"]

_STEPS: Final = (14.0, 9.0, 4.0, 0.0)
"""Distances up to which parts are in one row or column, in units of Modelica diagrams."""

Point = tuple[float, float]


def set_places(graph: Graph, places: Mapping[str, Point]) -> bool:
    """Set rows and columns from places, y upwards; return whether that is possible.

    It is if every part has a place of its own. Equations stand below what they act on.

    Parameters
    ----------
    graph : Graph
        The nodes and nets.
    places : mapping
        Middle of each part, by its path.
    """
    drawn = {node: _place(node, places) for node in graph.nodes if node.kind != FUNCTION}
    if not places or not all(drawn.values()):
        return False
    at = {node: place for node, place in drawn.items() if place is not None}
    for step in _STEPS:
        columns = _ranks({node: x for node, (x, _) in at.items()}, step)
        rows = _ranks({node: -y for node, (_, y) in at.items()}, step)
        if len({(columns[node], rows[node]) for node in at}) == len(at):
            break
    else:
        return False
    for node in at:
        node.column, node.row = columns[node], rows[node]
    _set_functions(graph, set(at))
    return True


def _place(node: Node, places: Mapping[str, Point]) -> Point | None:
    return places.get(node.path) or places.get(node.label)


def _ranks(values: Mapping[Node, float], step: float) -> dict[Node, int]:
    """Return numbers of rows or columns; values that differ by less than a step share one."""
    rank, last = -1, float("-inf")
    found = {}
    for node, value in sorted(values.items(), key=lambda item: item[1]):
        if value - last > step:
            rank, last = rank + 1, value
        found[node] = rank
    return found


def _set_functions(graph: Graph, drawn: set[Node]) -> None:
    taken = {(node.column, node.row) for node in drawn}
    lowest = max((node.row for node in drawn), default=-1) + 1
    for node in graph.nodes:
        if node in drawn:
            continue
        around = [one for net in graph.nets_of(node) for one in net.others(node) if one in drawn]
        node.column = round(mean(one.column for one in around)) if around else 0
        node.row = lowest
        while (node.column, node.row) in taken:
            node.row += 1
        taken.add((node.column, node.row))
