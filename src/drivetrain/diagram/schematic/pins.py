"""Decide at which sides of their nodes the lines of a schematic end."""

from __future__ import annotations

from collections.abc import Sequence

from drivetrain.diagram.schematic.graph import (
    FUNCTION,
    HEAT,
    MECHANICAL,
    SIGNAL,
    TERMINAL,
    Graph,
    Net,
    Node,
    Pin,
    main_two,
    mean,
)
from drivetrain.diagram.symbols import Symbol

__all__ = ["set_pins"]

_PITCH = 14.0
_BESIDE = (0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0, 5.0, -5.0, 6.0, -6.0)
"""Where a line may go on to meet a symbol, from its place, px: less than half of the pitch."""
_SIGN = {"left": -1, "right": 1}
_OPPOSITE = {"left": "right", "right": "left"}


def set_pins(graph: Graph, symbols: dict[Node, Symbol | None]) -> None:
    """Set the sides and offsets of all pins, and which nodes are mirrored."""
    nets = {id(pin): net for net in graph.nets for pin in net.pins}
    order = {id(pin): k for k, net in enumerate(_in_bonds(graph)) for pin in net.pins}
    for node in graph.nodes:
        pins = graph.pins_of(node)
        for pin in pins:
            pin.side = _side(node, pin, nets.get(id(pin)), graph)
        shaft = [pin for pin in pins if _is_shaft(pin)]
        symbol = symbols[node]
        if symbol is not None and any(pin.name in symbol.places for pin in pins):
            _face_as_drawn(node, symbol, pins, nets)
        else:
            _face(node, symbol, shaft, nets)
        for side in ("left", "right", "top", "bottom"):
            _spread([pin for pin in pins if pin.side == side], symbol, nets, order)
        if symbol is not None:
            _meet(node, symbol, pins)
    for net in graph.nets:
        if net.source is not None and net.source.side == "bottom":
            net.source.offset = next(p.offset for p in net.pins if p is not net.source)


def _in_bonds(graph: Graph) -> list[Net]:
    """Return the nets from one node of a bond to the other one."""
    bonds = {frozenset(pair) for pair in graph.bonds}
    return [
        net for net in graph.nets if net.source and frozenset(p.node for p in net.pins) in bonds
    ]


def _side(node: Node, pin: Pin, net: Net | None, graph: Graph) -> str:
    if pin.role == "heat":
        if node.kind != HEAT:
            return "bottom"
        above = net is None or all(one.row < node.row for one in net.others(node))
        return "top" if above and len(node.ports) == 1 else "right"
    if net is not None and net.source is not None and node in graph.bonded:
        others = net.others(node)
        if all((node, one) in graph.bonds for one in others):
            return "right"
        if all((one, node) in graph.bonds for one in others):
            return "left"
    if node.kind in (SIGNAL, FUNCTION):
        if pin.role == "output" and net is not None and _drops(node, net, graph):
            return "bottom"
        return "right" if pin.role == "output" else "left"
    if node.kind == TERMINAL:
        return "right" if pin.role in ("driven", "output") else "left"
    if pin.is_shaft:
        return "left" if pin.role == "driving" else "right"
    if pin.role != "housing" or net is None or net.ground:
        return "top"
    return "bottom" if all(one.row > node.row for one in net.others(node)) else "top"


def _drops(node: Node, net: Net, graph: Graph) -> bool:
    """Tell whether a block drives a single part straight below it."""
    if len(net.pins) != 2:
        return False
    (target,) = net.others(node)
    between = [
        one for one in graph.nodes
        if one.column == node.column and node.row < one.row < target.row
    ]  # fmt: skip
    return target.kind == MECHANICAL and target.column == node.column and not between


def _is_shaft(pin: Pin) -> bool:
    return pin.is_shaft or (pin.role == "heat" and pin.side == "right")


def _face(node: Node, symbol: Symbol | None, pins: list[Pin], nets: dict[int, Net]) -> None:
    """Turn a node towards what it is connected with."""
    node.is_mirrored = False
    if node.kind == TERMINAL or not pins:
        return
    if len(pins) == 1:
        pull = _pull(node, pins[0], nets)
        natural = symbol.faces if symbol is not None else ""
        pins[0].side = (natural or pins[0].side) if not pull else "right" if pull > 0 else "left"
        node.is_mirrored = bool(natural) and pins[0].side != natural
        return
    if symbol is not None and any(pin.name in symbol.ports for pin in pins):
        _turn_each(node, pins, nets)
        return
    if symbol is not None and len(pins) > 2:
        main = main_two(pins)
        _put_aside(pins, main, nets)
        pins = main
    if len(pins) == 2 and pins[0].side == pins[1].side:
        left, right = sorted(pins, key=lambda pin: _pull(node, pin, nets))
        left.side, right.side = "left", "right"
        return
    if len(pins) == 2:
        pull = 0.0
        for pin in pins:
            where = _pull(node, pin, nets)
            pull += where if pin.side == "right" else -where
        node.is_mirrored = pull < 0
        if node.is_mirrored:
            for pin in pins:
                pin.side = "left" if pin.side == "right" else "right"
        return
    _turn_each(node, pins, nets)


def _face_as_drawn(node: Node, symbol: Symbol, pins: list[Pin], nets: dict[int, Net]) -> None:
    """Put ports where a symbol has them, and turn it towards what it is connected with."""
    placed = [pin for pin in pins if pin.name in symbol.places]
    pull = 0.0
    for pin in placed:
        pin.side = symbol.places[pin.name][0]
        pull += _pull(node, pin, nets) * _SIGN.get(pin.side, 0)
    node.is_mirrored = pull < 0
    if node.is_mirrored:
        for pin in placed:
            pin.side = _OPPOSITE.get(pin.side, pin.side)


def _meet(node: Node, symbol: Symbol, pins: Sequence[Pin]) -> None:
    """Let lines end where they meet the drawing of a symbol, beside their place if need be."""
    for pin in pins:
        found = [
            (pin.offset + shift, depth) for shift in _BESIDE
            if (depth := symbol.reach(pin.side, pin.offset + shift, is_mirrored=node.is_mirrored))
            is not None
        ]  # fmt: skip
        pin.depth = None
        if found:
            pin.offset, pin.depth = found[0]


def _turn_each(node: Node, pins: list[Pin], nets: dict[int, Net]) -> None:
    """Turn each of several shafts towards what it is connected with."""
    for pin in pins:
        if not pin.name.endswith(("_a", "_b")):
            pin.side = "right" if _pull(node, pin, nets) > 0 else "left"


def _put_aside(pins: list[Pin], main: list[Pin], nets: dict[int, Net]) -> None:
    """Put further flanges of a symbol of a shaft above or below it."""
    for pin in pins:
        if pin not in main:
            net = nets.get(id(pin))
            rows = [] if net is None else [one.row - pin.node.row for one in net.others(pin.node)]
            pin.side = "bottom" if mean(rows) > 0 else "top"


def _pull(node: Node, pin: Pin, nets: dict[int, Net]) -> float:
    """Return how far to the right the other ends of a pin are, in columns."""
    net = nets.get(id(pin))
    if net is None or net.ground:
        return 0.0
    return mean(one.column - node.column for one in net.others(node))


def _spread(
    pins: Sequence[Pin], symbol: Symbol | None, nets: dict[int, Net], bonds: dict[int, int]
) -> None:
    """Place the pins of one side, in the order of what they lead to."""
    free = []
    for pin in pins:
        if symbol is not None and pin.name in symbol.ports:
            pin.offset = symbol.ports[pin.name]
        elif symbol is not None and pin.name in symbol.places:
            pin.offset = symbol.places[pin.name][1]
            if pin.node.is_mirrored and pin.side in ("top", "bottom"):
                pin.offset = -pin.offset
        else:
            free.append(pin)
    if symbol is not None and pins and pins[0].side in ("left", "right") and len(free) == 1:
        free[0].offset = 0.0
        return
    vertical = bool(pins) and pins[0].side in ("left", "right")

    def leads_to(pin: Pin) -> tuple[float, str]:
        net = nets.get(id(pin))
        around = [] if net is None else net.others(pin.node)
        return mean(one.row if vertical else one.column for one in around), pin.name

    ordered = sorted(free, key=leads_to) if not _is_block(pins) else free
    ordered = sorted(ordered, key=lambda pin: bonds.get(id(pin), -1))  # both sides alike
    for k, pin in enumerate(ordered):
        pin.offset = (k - (len(ordered) - 1) / 2) * _PITCH


def _is_block(pins: Sequence[Pin]) -> bool:
    return bool(pins) and pins[0].node.kind in (SIGNAL, FUNCTION)
