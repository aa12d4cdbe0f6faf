"""Where nodes, bands and stubs of an energy flow are drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from drivetrain.plotting.sankey.network import Band, Network, Node, Stub

__all__ = ["Box", "Placement", "placed"]

Side = Literal["left", "right"]

_GAP = 0.24
"""Least distance between the nodes of a column, relative to the height of the tallest column."""
_SWEEPS = 6


@dataclass
class Box:
    """A node with its place, in units of energy.

    Attributes
    ----------
    node : Node
        The node.
    top, height : float
        Upper edge, and height of the taller of its sides; upwards is positive.
    slots : dict
        Upper edge of each band or stub at each side.
    """

    node: Node
    top: float
    height: float
    slots: dict[tuple[Side, Band | Stub], float] = field(default_factory=dict)


@dataclass(frozen=True)
class Placement:
    """Boxes by name, number of columns, and extent of the tallest one, in units of energy."""

    boxes: dict[str, Box]
    columns: int
    extent: float


def placed(network: Network) -> Placement:
    """Place the nodes of a network.

    Parameters
    ----------
    network : Network
        The network; its nodes know their columns.
    """
    sides = _sides(network)
    heights = {
        name: max(_total(sides[name, "left"]), _total(sides[name, "right"]))
        for name in network.nodes
    }
    columns: dict[int, list[str]] = defaultdict(list)
    for name, node in network.nodes.items():
        columns[node.column].append(name)
    tallest = max(sum(heights[name] for name in column) for column in columns.values())
    tops = _tops(network, columns, heights, _GAP * tallest)
    boxes = {name: Box(node, tops[name], heights[name]) for name, node in network.nodes.items()}
    for (name, side), items in sides.items():
        _stack(boxes, boxes[name], side, items)
    extent = max(tops[name] for name in tops) - min(tops[n] - heights[n] for n in tops)
    return Placement(boxes, len(columns), extent)


def _total(items: Iterable[Band | Stub]) -> float:
    return sum(item.energy for item in items)


def _sides(network: Network) -> dict[tuple[str, Side], list[Band | Stub]]:
    """Return what touches the sides of the nodes."""
    found: dict[tuple[str, Side], list[Band | Stub]] = {}
    for name in network.nodes:
        found[name, "left"], found[name, "right"] = [], []
    for band in network.bands:
        source, target = network.nodes[band.source], network.nodes[band.target]
        found[source.name, "left" if target.column < source.column else "right"].append(band)
        found[target.name, "left" if source.column < target.column else "right"].append(band)
    for name, node in network.nodes.items():
        for stub in node.stubs:
            found[name, "left" if stub.enters else "right"].append(stub)
    return found


def _tops(
    network: Network, columns: dict[int, list[str]], heights: dict[str, float], gap: float
) -> dict[str, float]:
    """Return the upper edges: nodes lie near those that they exchange energy with."""
    tops: dict[str, float] = {}
    for column in columns.values():
        tops |= _stacked(column, heights, gap)
    for sweep in range(_SWEEPS):
        order = sorted(columns, reverse=bool(sweep % 2))
        for number in order:
            wanted = {name: _middle(network, tops, heights, name) for name in columns[number]}
            column = sorted(columns[number], key=lambda name: -wanted[name])
            stack = _stacked(column, heights, gap)
            weights = sum(heights[name] for name in column) or 1.0
            shift = sum(
                heights[name] * (wanted[name] - (stack[name] - heights[name] / 2))
                for name in column
            )
            tops |= {name: top + shift / weights for name, top in stack.items()}
    return tops


def _stacked(column: Iterable[str], heights: dict[str, float], gap: float) -> dict[str, float]:
    found, top = {}, 0.0
    for name in column:
        found[name] = top
        top -= heights[name] + gap
    return found


def _middle(
    network: Network, tops: dict[str, float], heights: dict[str, float], name: str
) -> float:
    """Return the mean height of the neighbours of a node, by the energy exchanged with them."""
    total = weight = 0.0
    for band in network.bands:
        if name in (band.source, band.target):
            other = band.target if band.source == name else band.source
            total += band.energy * (tops[other] - heights[other] / 2)
            weight += band.energy
    return total / weight if weight > 0 else tops[name] - heights[name] / 2


def _stack(boxes: dict[str, Box], box: Box, side: Side, items: list[Band | Stub]) -> None:
    """Give each item a place at a side of a node: bands by the height of their other end."""

    def height(item: Band | Stub) -> tuple[int, float]:
        if isinstance(item, Stub):
            return 1, 0.0
        other = boxes[item.target if item.source == box.node.name else item.source]
        return 0, -(other.top - other.height / 2)

    top = box.top - (box.height - _total(items)) / 2
    for item in sorted(items, key=height):
        box.slots[side, item] = top
        top -= item.energy
