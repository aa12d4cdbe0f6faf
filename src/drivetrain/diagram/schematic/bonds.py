"""Bonds: pairs of blocks that exchange a motion and a load, as a flange does, by signals.

Drivelines are cut so where their parts are to be run by different programs. Both sides of a cut
belong on the shaft line: above it, a bond would be a bundle of lines around half of the picture.
"""

from __future__ import annotations

from collections import defaultdict

from drivetrain.diagram.schematic.graph import MECHANICAL, SIGNAL, Graph, Net, Node, Pin

__all__ = ["bonds_of"]

_MOTIONS, _LOADS = {"rad", "m"}, {"N.m", "N"}


def bonds_of(graph: Graph) -> list[tuple[Node, Node]]:
    """Return the left and the right node of each bond.

    Parameters
    ----------
    graph : Graph
        The nodes and nets.
    """
    units: dict[tuple[Node, Node], set[str]] = defaultdict(set)
    for net in graph.nets:
        if net.source is not None:
            for node in net.others(net.source.node):
                units[net.source.node, node] |= _units(net)
    found = []
    for (a, b), there in units.items():
        back = units.get((b, a), set())
        if there & _MOTIONS and back & _LOADS and _may_bond(a) and _may_bond(b):
            found.append((a, b) if _is_left(graph, a, b) else (b, a))
    return found


def _units(net: Net) -> set[str]:
    return {_unit(pin) for pin in net.pins}


def _unit(pin: Pin) -> str:
    return next((port.unit for port in pin.node.ports if port.name == pin.name), "")


def _may_bond(node: Node) -> bool:
    """Tell whether a node is a block, or ends a shaft."""
    if node.kind == SIGNAL:
        return True
    return node.kind == MECHANICAL and len([p for p in node.ports if not p.is_signal]) == 1


def _is_left(graph: Graph, a: Node, b: Node) -> bool:
    """Tell whether the first node is left of the second one, by the shafts that they end."""
    for node, is_left in ((a, True), (b, False)):
        if node.kind == MECHANICAL:
            driven = any(right is node and left not in (a, b) for left, right in graph.order)
            return driven == is_left
    return True
