"""Draw the schematic of a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from drivetrain.diagram.drawing import Drawing, Group, Item, Label, circle, line
from drivetrain.diagram.schematic.coordinates import Placed
from drivetrain.diagram.schematic.graph import Graph, Net, Node, Pin
from drivetrain.diagram.schematic.layout import Excerpt, Layout, lay_out
from drivetrain.diagram.schematic.marks import (
    arrow,
    fault_frame,
    fault_mark,
    ground_mark,
    repeat_mark,
)
from drivetrain.diagram.schematic.segments import Segment, crossings, joints
from drivetrain.diagram.schematic.sizes import text_width
from drivetrain.diagram.schematic.symbols_placed import draw_node
from drivetrain.model_structure import Structure

__all__ = ["draw_layout", "schematic"]

_SIGNALS = ("real", "integer", "boolean")
_GAP = 4.0
"""Half of the gap that a line leaves for one that crosses it, px."""


def schematic(structure: Structure, excerpt: Excerpt | None = None) -> Drawing:
    """Return the schematic of a model.

    Parameters
    ----------
    structure : Structure
        The structure of the model.
    excerpt : Excerpt, optional
        What of it is shown; by default the whole model, without notes.
    """
    title = (excerpt.inside if excerpt is not None else "") or structure.title
    layout = lay_out(structure, excerpt)
    if layout is None:
        heading = Label(18, 22, title, "heading", "start")
        return Drawing(240, 80, (heading,), title, f"{title} has no parts")
    return draw_layout(layout, title)


def draw_layout(
    layout: Layout, title: str, behind: tuple[Item, ...] = (), slim: bool = False
) -> Drawing:
    """Return the drawing of a layout.

    Parameters
    ----------
    layout : Layout
        Where everything is.
    title : str
        The heading.
    behind : tuple of Item
        What is drawn behind everything else.
    slim : bool
        Whether lines of shafts are thin, so that they hide nothing behind them.
    """
    graph, placed = layout.graph, layout.placed
    heading = Label(18, 22, title, "heading", "start")
    lines = _lines(placed, layout.segments, " slim" if slim else "")
    items = [heading, *behind, *lines, *_nodes(layout), *_marks(graph, placed)]
    width = max(placed.width, text_width(title, 15.0) + 40)
    return Drawing(width, placed.height, tuple(items), title, _description(graph, title))


def _lines(placed: Placed, segments: list[Segment], look: str) -> Iterator[Item]:
    """Yield the nets: signals first, shafts above them; lines that are crossed leave a gap."""
    gaps: dict[Segment, list[float]] = {}
    for x, _, _, level in crossings(segments):
        gaps.setdefault(level, []).append(x)
    dots: dict[int, list[tuple[float, float]]] = {}
    ends = {
        id(route.net): [placed.pin(pin) for pin in route.net.pins if pin.node.part is not None]
        for route in placed.routes
    }
    for x, y, net in joints(segments, ends):
        dots.setdefault(id(net), []).append((x, y))
    nets = sorted((r.net for r in placed.routes), key=lambda net: net.domain not in _SIGNALS)
    for net in nets:
        own = [segment for segment in segments if segment.net is net]
        own_look = net.domain if net.domain in _SIGNALS else net.domain + look
        items: list[Item] = [
            line(points, own_look) for one in own for points in _pieces(one, gaps.get(one, []))
        ]
        dot = "joint" if net.domain not in _SIGNALS else f"arrow-{net.domain}"
        items += [circle(x, y, 2.6, dot) for x, y in dots.get(id(net), [])]
        yield Group(tuple(items), net.path, _told(net), "net")


def _pieces(segment: Segment, gaps: list[float]) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield the parts of a segment between the lines that cross it."""
    start = segment.x1
    for x in sorted(gaps):
        if x - _GAP > start:
            yield (start, segment.y1), (x - _GAP, segment.y2)
        start = x + _GAP
    if segment.is_vertical or start < segment.x2:
        yield (start, segment.y1), (segment.x2, segment.y2)


def _told(net: Net) -> str:
    return ", ".join(pin.path for pin in net.pins)


def _nodes(layout: Layout) -> Iterator[Item]:
    graph, placed = layout.graph, layout.placed
    for node in graph.nodes:
        yield draw_node(node, layout.symbols[node], placed, graph.pins_of(node),
                        layout.notes.get(node.path, ()))  # fmt: skip


def _marks(graph: Graph, placed: Placed) -> Iterator[Item]:
    for net in graph.nets:
        for pin in net.pins:
            x, y = placed.pin(pin)
            if net.ground:
                yield ground_mark(net, pin, x, y)
            elif net.domain in _SIGNALS and _is_entered(pin, net):
                yield arrow(pin, x, y, net.domain)
    for node in graph.nodes:
        if node.fault:
            yield fault_frame(node, placed.sizes[node], *placed.middle(node))
    marked: Counter[tuple[Node, str]] = Counter()
    for pin in graph.pins:
        if pin.goes_on:
            yield repeat_mark(pin, *placed.pin(pin))
        if pin.fault:
            upright = pin.side in ("top", "bottom")
            yield from fault_mark(pin, *placed.pin(pin), marked[pin.node, pin.side] * upright)
            marked[pin.node, pin.side] += 1


def _is_entered(pin: Pin, net: Net) -> bool:
    return pin is not net.source and pin.role == "input"


def _description(graph: Graph, title: str) -> str:
    """Return what is shown, as a sentence."""
    names = [node.label for node in graph.nodes if node.part is not None]
    some = ", ".join(names[:12]) + (" and more" if len(names) > 12 else "")
    return f"Schematic of {title}: {len(names)} parts from left to right, {some}."
