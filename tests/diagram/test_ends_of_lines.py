"""Each line ends on the drawing of the part it belongs to, and no drawn end is without a line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from tests.diagram.test_symbols import component_classes

import drivetrain as dt
from drivetrain.diagram.drawing import Group, Item, Shape
from drivetrain.diagram.schematic.graph import Net, Node
from drivetrain.diagram.schematic.layout import Layout, lay_out
from drivetrain.diagram.schematic.segments import Segment, joints
from drivetrain.diagram.schematic.symbols_placed import draw_node
from drivetrain.model_structure import Connection, End, Part, SignalLine, Structure
from drivetrain.model_structure.port import Port, declared_ports
from drivetrain.modeling import Component

NEAR = 1.3
"""Half of the width of the lines, and a little, px."""
LINES = ("rotation", "translation", "electric", "heat")
FIRST = dt.structure(dt.examples.find("First")())
HERE = FIRST.parts[0].where


class Machine(dt.Model):
    """What is around a part."""


class Neighbour(dt.Model):
    """A box."""


def connected(cls: type[Component], leftwards: bool) -> Layout:
    """Return the layout of a part with something at each of its ports."""
    ports = declared_ports(cls)
    one = Part("one", cls, cls.__name__, None, HERE, ports)
    parts, connections, signals = [one], list[Connection](), list[SignalLine]()
    assert HERE is not None
    for k, port in enumerate(ports):
        opposite = {"input": "output", "output": "input"}.get(port.side, "driving")
        other = Port("x", port.domain, opposite, port.kind)
        parts.append(Part(f"n{k}", Neighbour, "Neighbour", None, HERE, (other,)))
        own, far = End("one", port.name), End(f"n{k}", "x")
        left, right = (own, far) if (port.side == "driving") == leftwards else (far, own)
        if port.is_signal:
            source, target = (far, own) if port.side == "input" else (own, far)
            signals.append(SignalLine("", source, target, port.kind, HERE))
        else:
            connections.append(Connection("", left, right, port.domain, HERE))
    model = Part("", Machine, "Machine", None, None, (), tuple(parts))
    found = lay_out(Structure(model, tuple(connections), tuple(signals), (), FIRST.bodies))
    assert found is not None
    return found


def drawn(layout: Layout, node: Node) -> list[Shape]:
    pins = layout.graph.pins_of(node)
    group = draw_node(node, layout.symbols[node], layout.placed, pins)
    return list(shapes(group))


def shapes(item: Item) -> Iterator[Shape]:
    if isinstance(item, Group):
        for one in item.items:
            yield from shapes(one)
    elif isinstance(item, Shape):
        yield item


def points(shape: Shape) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return points on an outline, closer to each other than half a pixel."""
    t = np.linspace(0, 1, 80)[:, None]
    found, start, at = [], np.zeros(2), np.zeros(2)
    for letter, values in shape.steps:
        given = np.array(values).reshape(-1, 2)
        if letter == "M":
            start = at = given[0]
            continue
        if letter == "C":
            corners = at, *given
            weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
            found.append(sum(w * c for w, c in zip(weights, corners, strict=True)))
            at = given[-1]
            continue
        end = start if letter == "Z" else given[-1]
        found.append(at + t * (end - at))
        at = end
    return np.concatenate(found)


def drawn_differently() -> list[type[Component]]:
    """Return public components, one for each symbol and set of ports."""
    found = {}
    for cls in component_classes():
        ports = declared_ports(cls)
        if ports:
            key = cls.symbol, tuple((one.name, one.domain, one.side) for one in ports)
            found.setdefault(key, cls)
    return list(found.values())


def every_part(leftwards: bool) -> Iterator[tuple[str, Layout, Node]]:
    """Yield each public component with something at each of its ports."""
    for cls in drawn_differently():
        layout = connected(cls, leftwards)
        for node in layout.graph.nodes:  # a ground is none: it is a mark at its neighbours
            if node.path == "one":
                yield f"{cls.__module__}.{cls.__name__}", layout, node


@pytest.mark.parametrize("leftwards", [False, True])
def test_lines_end_on_the_part_they_belong_to(leftwards: bool) -> None:
    wrong = []
    for name, layout, node in every_part(leftwards):
        ink = np.concatenate([points(one) for one in drawn(layout, node)])
        for pin in layout.graph.pins_of(node):
            place = np.array(layout.placed.pin(pin))
            if np.abs(ink - place).max(axis=1).min() > NEAR:
                wrong.append(f"{name}: the line of {pin.name} ends beside the symbol")
            (net,) = [one for one in layout.graph.nets if pin in one.pins]
            own = [s for s in layout.segments if s.net is net]
            ends = np.array([end for s in own for end in ((s.x1, s.y1), (s.x2, s.y2))])
            if not net.ground and np.abs(ends - place).max(axis=1).min() > 0.6:
                wrong.append(f"{name}: no line ends at {pin.name}")
    assert wrong == []


@pytest.mark.parametrize("leftwards", [False, True])
def test_no_end_of_a_symbol_is_without_a_line(leftwards: bool) -> None:
    wrong = []
    for name, layout, node in every_part(leftwards):
        symbol = layout.symbols[node]
        if symbol is None or symbol.ports:
            continue  # the lines of a planetary set go through it: each of them has two ends
        x = layout.placed.x[node.column]
        used = [layout.placed.pin(pin) for pin in layout.graph.pins_of(node)]
        for shape in drawn(layout, node):
            corners = [c for _, v in shape.steps for c in zip(v[::2], v[1::2], strict=True)]
            for corner in corners if shape.look in LINES else ():
                is_end = abs(corner[0] - x) >= symbol.width / 2 - 0.1
                if is_end and min(max(abs(np.subtract(corner, one))) for one in used) > 0.6:
                    wrong.append(f"{name}: nothing is connected to its end {corner}")
    assert wrong == []


def test_a_net_that_crosses_itself_is_joined_there() -> None:
    net = Net("electric")
    own = [Segment(net, 0.0, 5.0, 10.0, 5.0), Segment(net, 4.0, 0.0, 4.0, 9.0)]
    assert joints(own) == [(4.0, 5.0, net)]
