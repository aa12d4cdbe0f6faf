"""Lay a schematic out as its author has drawn it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from drivetrain.diagram.drawing.frame import Frame
from drivetrain.diagram.schematic.coordinates import Placed
from drivetrain.diagram.schematic.exact.author import Drawn, Line, Place, Point
from drivetrain.diagram.schematic.exact.lines import between, segments, straightened
from drivetrain.diagram.schematic.exact.names import Box, set_names
from drivetrain.diagram.schematic.exact.rooms import (
    Room,
    Scale,
    is_legible,
    room_of,
    scale_of,
)
from drivetrain.diagram.schematic.graph import FUNCTION, TERMINAL, Graph, Net, Node, Pin
from drivetrain.diagram.schematic.routes import Route
from drivetrain.diagram.schematic.segments import Segment
from drivetrain.diagram.schematic.sizes import NAME_HEIGHT, NOTE_HEIGHT, Size
from drivetrain.diagram.symbols import Symbol

__all__ = ["ExactPlaced", "exact"]

_MARGIN, _TITLE = 18.0, 34.0
_ENOUGH: Final = 0.5
"""Share of the connections whose lines have to be drawn."""
_REACH: Final = 1.5
"""How far from the middle of a part a line may end, in halves of its size."""
_OUT: Final = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "bottom": (0.0, 1.0)}

Symbols = dict[Node, Symbol | None]


@dataclass(eq=False)
class ExactPlaced(Placed):
    """Coordinates of everything where an author has drawn it.

    Attributes
    ----------
    rooms : dict
        Where each node is drawn.
    pins : dict
        Where the line of each pin ends on its part.
    names : dict
        Where the names of nodes stand.
    """

    rooms: dict[Node, Room] = field(default_factory=dict)
    pins: dict[Pin, Point] = field(default_factory=dict)
    names: dict[Node, tuple[float, float, str]] = field(default_factory=dict)

    def middle(self, node: Node) -> Point:
        """Return the middle of a node."""
        return self.rooms[node].middle

    def frame(self, node: Node) -> Frame:
        """Return how the symbol of a node is put on the page."""
        return self.rooms[node].frame

    def pin(self, pin: Pin) -> Point:
        """Return where a pin is."""
        return self.pins[pin]

    def label(self, node: Node, pins: Sequence[Pin]) -> tuple[float, float, str]:
        """Return where the name of a node stands."""
        return self.names[node]


def exact(
    graph: Graph, symbols: Symbols, sizes: dict[Node, Size], drawn: Drawn
) -> tuple[Symbols, ExactPlaced, list[Segment]] | None:
    """Return the layout of an author; None if it is not complete, or not legible.

    Equations between parts are left out, as no author draws them.

    Parameters
    ----------
    graph : Graph
        Nodes and nets, without marks for what is held in place.
    symbols : dict
        Symbol of each node.
    sizes : dict
        Their sizes, which are changed.
    drawn : Drawn
        What the author has drawn.
    """
    nodes = [node for node in graph.nodes if node.kind != FUNCTION]
    places = {node: place for node in nodes if (place := _place(node, drawn)) is not None}
    if len(places) < len(nodes) or not nodes:
        return None
    _without_equations(graph)
    made = _Maker(graph, symbols, drawn, places)
    if not (is_legible(made.rooms) and made.has_enough_lines):
        return None
    made.connect()
    return made.symbols, made.placed(sizes), made.segments


def _place(node: Node, drawn: Drawn) -> Place | None:
    name = node.label if node.kind == TERMINAL else node.path
    return drawn.places.get(name) or drawn.places.get(node.label)


def _without_equations(graph: Graph) -> None:
    graph.pins = [pin for pin in graph.pins if pin.node.kind != FUNCTION]
    for net in graph.nets:
        net.pins = [pin for pin in net.pins if pin.node.kind != FUNCTION]
        if net.source is not None and net.source.node.kind == FUNCTION:
            net.source = None
    graph.nets = [net for net in graph.nets if len(net.pins) > 1]
    graph.nodes = [node for node in graph.nodes if node.kind != FUNCTION]


class _Maker:
    """Puts everything on a page."""

    def __init__(
        self, graph: Graph, symbols: Symbols, drawn: Drawn, places: Mapping[Node, Place]
    ) -> None:
        self._graph, self._places = graph, places
        self._scale: Scale = scale_of(places.values())
        self._lines = {
            ends: tuple(map(self._scale.page, line)) for ends, line in drawn.lines.items()
        }
        ends = self._ends()
        self.symbols = dict(symbols)
        self.rooms = {
            node: room_of(node, symbols[node], place, self._scale, ends.get(node))
            for node, place in places.items()
        }
        self._used: dict[Node, set[int]] = {node: set() for node in graph.nodes}
        self._pins: dict[Pin, Point] = {}
        self.segments: list[Segment] = []

    def _ends(self) -> dict[Node, Point]:
        """Return where a line ends at each node, for those with a single one."""
        found: dict[Node, Point] = {}
        for pin in self._graph.pins:
            for (first, second), line in self._lines.items():
                if _name(pin) in (first, second):
                    found[pin.node] = line[0] if _name(pin) == first else line[-1]
        return found

    @property
    def has_enough_lines(self) -> bool:
        """Whether lines are drawn for most of what is connected."""
        wanted = sum(len(net.pins) - 1 for net in self._graph.nets)
        return sum(len(self._drawn(net)) for net in self._graph.nets) >= _ENOUGH * wanted

    def _drawn(self, net: Net) -> list[tuple[Pin, Pin, Line]]:
        """Return the lines that are drawn for a net and fit its parts."""
        pins = {_name(pin): pin for pin in net.pins}
        return [
            (pins[first], pins[second], line)
            for (first, second), line in self._lines.items()
            if first in pins and second in pins
            and self._fits(pins[first], line[0]) and self._fits(pins[second], line[-1])
        ]  # fmt: skip

    def _fits(self, pin: Pin, point: Point) -> bool:
        """Tell whether a line ends where its part is, and not where it once was."""
        place = self._places[pin.node]
        x, y = self._scale.page((place.x, place.y))
        half = self._scale.px * max(abs(place.width), abs(place.height)) / 2
        return max(abs(point[0] - x), abs(point[1] - y)) <= _REACH * half

    # -- lines -------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Lead all lines to their parts."""
        for net in self._graph.nets:
            drawn = self._drawn(net)
            starts = {pin: point for a, b, line in drawn for pin, point in
                      ((b, line[-1]), (a, line[0]))}  # fmt: skip
            lines = [straightened(line) for _, _, line in drawn]
            for pin in net.pins:
                start = starts.get(pin) or self._natural(pin)
                lines.append(straightened(self._leg(pin, net.domain, start)))
                starts[pin] = start
            lines += [straightened(line) for line in self._undrawn(net, drawn, starts)]
            self.segments += segments(net, lines)
        for pin in self._graph.pins:
            if pin not in self._pins:
                self._leg(pin, "", self._natural(pin))
        for node, symbol in self.symbols.items():
            if symbol is not None and node in self.rooms:
                self.symbols[node] = self._without_idle_ends(node, symbol)

    def _leg(self, pin: Pin, domain: str, start: Point) -> Line:
        """Return the way from the end of a line to its part, and note where it gets there."""
        room = self.rooms[pin.node]
        pin.side = room.side(pin.name, start)
        if pin.node.kind == TERMINAL:
            self._pins[pin] = room.middle
            return start, room.middle
        own, used = room.body.leg(pin.name, domain, room.frame.own(start))
        if used is not None:
            self._used[pin.node].add(used)
        way = tuple(room.frame.page(point) for point in own)
        self._pins[pin] = way[-1]
        return way

    def _natural(self, pin: Pin) -> Point:
        """Return where a port is for which no line is drawn."""
        room = self.rooms[pin.node]
        if pin.node.kind == TERMINAL:
            return room.middle
        w, h = room.body.width / 2, room.body.height / 2
        symbol = self.symbols[pin.node]
        alike = [one for one in self._graph.pins_of(pin.node) if one.role == pin.role]
        shift = (alike.index(pin) + 1) / (len(alike) + 1) * 2 - 1
        if symbol is not None and pin.name in symbol.places:
            side, offset = symbol.places[pin.name]
            return room.frame.page(
                {"left": (-w, offset), "right": (w, offset), "top": (offset, -h)}.get(
                    side, (offset, h)
                )
            )
        is_block = pin.role == "input" and len(alike) == len(self._graph.pins_of(pin.node)) - 1
        if pin.role in ("driving", "driven"):
            side = (symbol.faces if symbol is not None else "") or pin.role
            return room.frame.page((-w if side in ("left", "driving") else w, shift * h))
        if pin.role in ("output", "variable") or is_block:
            return room.frame.page((-w if is_block else w, shift * h))
        return room.frame.page((shift * w, h if pin.role in ("heat", "housing") else -h))

    def _undrawn(
        self, net: Net, drawn: Sequence[tuple[Pin, Pin, Line]], starts: Mapping[Pin, Point]
    ) -> Iterator[Line]:
        """Yield ways between ports of a net that no drawn line joins."""
        groups = [{pin} for pin in net.pins]
        for a, b, _ in drawn:
            first, second = (next(g for g in groups if pin in g) for pin in (a, b))
            if first is not second:
                groups.remove(second)
                first |= second
        for before, after in pairwise(groups):
            a, b = min(
                ((a, b) for a in net.pins if a in before for b in net.pins if b in after),
                key=lambda pair: _distance(starts[pair[0]], starts[pair[1]]),
            )
            yield between(starts[a], self._out(a), starts[b], self._out(b))

    def _out(self, pin: Pin) -> Point:
        return (0.0, 0.0) if pin.node.kind == TERMINAL else _OUT[pin.side]

    def _without_idle_ends(self, node: Node, symbol: Symbol) -> Symbol:
        """Return a symbol without ends of lines at which there is none."""
        ports = [p for p in node.ports if not p.is_signal and p.side != "housing"]
        ends, used = self.rooms[node].body.ends, self._used[node]
        free = len([p for p in ports if p.domain != "heat"]) > 1 and not symbol.places
        gone = {
            k for k, (_, look) in ends.items() if k not in used and not (free and look != "heat")
        }
        items = tuple(item for k, item in enumerate(symbol.items) if k not in gone)
        return replace(symbol, items=items)

    # -- page --------------------------------------------------------------------------------------

    def placed(self, sizes: dict[Node, Size]) -> ExactPlaced:
        """Return the coordinates, moved into the page."""
        boxes = {node: room.box for node, room in self.rooms.items()}
        for node, (left, top, right, bottom) in boxes.items():
            size = sizes[node]
            size.width, size.height = right - left, bottom - top
            size.top, size.bottom = -size.height / 2, size.height / 2
        names = set_names(sizes, boxes, self.segments)
        every = [*boxes.values(), *((s.x1, s.y1, s.x2, s.y2) for s in self.segments)]
        every += [_name_box(sizes[node], *name) for node, name in names.items()]
        dx = _MARGIN - min(box[0] for box in every)
        dy = _TITLE + _MARGIN / 2 - min(box[1] for box in every)
        self.segments = [
            Segment(s.net, s.x1 + dx, s.y1 + dy, s.x2 + dx, s.y2 + dy) for s in self.segments
        ]
        return ExactPlaced(
            sizes, [Route(net) for net in self._graph.nets],
            width=max(box[2] for box in every) + dx + _MARGIN,
            height=max(box[3] for box in every) + dy + _MARGIN,
            rooms={node: _moved(room, dx, dy) for node, room in self.rooms.items()},
            pins={pin: (x + dx, y + dy) for pin, (x, y) in self._pins.items()},
            names={node: (x + dx, y + dy, anchor) for node, (x, y, anchor) in names.items()},
        )  # fmt: skip


def _name(pin: Pin) -> str:
    return pin.node.label if pin.node.kind == TERMINAL else f"{pin.node.label}.{pin.name}"


def _distance(a: Point, b: Point) -> float:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def _moved(room: Room, dx: float, dy: float) -> Room:
    left, top, right, bottom = room.box
    frame = replace(room.frame, x=room.frame.x + dx, y=room.frame.y + dy)
    return Room(frame, room.body, (left + dx, top + dy, right + dx, bottom + dy))


def _name_box(size: Size, x: float, y: float, anchor: str) -> Box:
    wide = size.name_width
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return left, y - 12.0, left + wide, y - 12.0 + NAME_HEIGHT + NOTE_HEIGHT * size.notes
