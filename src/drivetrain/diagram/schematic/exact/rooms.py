"""Turn places of an author's drawing into places of a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from drivetrain.diagram.drawing.frame import Frame
from drivetrain.diagram.schematic.exact.author import Place, Point
from drivetrain.diagram.schematic.exact.legs import Body, body_of_box, body_of_symbol
from drivetrain.diagram.schematic.exact.names import Box
from drivetrain.diagram.schematic.graph import TERMINAL, Node
from drivetrain.diagram.schematic.symbols_placed import line_looks
from drivetrain.diagram.symbols import Symbol

__all__ = ["Room", "Scale", "is_legible", "room_of", "scale_of"]

_WIDTH: Final = 52.0
"""Width of most parts, px."""
_LEAST: Final = 0.2
_MOST: Final = 10.0
_ROOMY: Final = 0.65
"""Share of its room that a symbol takes if lines lead to heights of its own."""
_OUT: Final = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "bottom": (0.0, 1.0)}
_SHARE: Final = 0.25
"""Share of a part that another one may cover."""


@dataclass(frozen=True)
class Scale:
    """How units of an author's drawing become pixels."""

    px: float
    left: float = 0.0
    top: float = 0.0

    def page(self, point: Point) -> Point:
        """Return a point of the drawing on the page."""
        return self.left + self.px * point[0], self.top - self.px * point[1]


@dataclass(frozen=True)
class Room:
    """Where a node is drawn, and what lines can end on.

    Attributes
    ----------
    frame : Frame
        From its symbol or box to the page.
    body : Body
        What lines can end on.
    box : Box
        What it takes up on the page.
    """

    frame: Frame
    body: Body
    box: Box

    def side(self, port: str, point: Point) -> str:
        """Return the side of the page at which the line of a port comes in.

        Parameters
        ----------
        port : str
            Name of the port.
        point : Point
            Where the author's line ends.
        """
        dx, dy = _OUT[self.body.side_of(port, self.frame.own(point))]
        x, y = replace(self.frame, x=0.0, y=0.0).page((dx, dy))
        if abs(x) > abs(y):
            return "left" if x < 0 else "right"
        return "top" if y < 0 else "bottom"

    @property
    def middle(self) -> Point:
        """The middle of what it takes up."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


def scale_of(places: Iterable[Place]) -> Scale:
    """Return the scale at which most parts are as large as usual."""
    size = median(max(abs(place.width), abs(place.height)) for place in places)
    return Scale(max(_LEAST, min(_MOST, _WIDTH / size)))


def room_of(
    node: Node, symbol: Symbol | None, place: Place, scale: Scale, end: Point | None
) -> Room:
    """Return the room of a node.

    Parameters
    ----------
    node : Node
        The node.
    symbol : Symbol or None
        Its symbol.
    place : Place
        Where the author has drawn it.
    scale : Scale
        How it becomes pixels.
    end : Point or None
        Where a line of the author ends at it, on the page.
    """
    x, y = scale.page((place.x, place.y))
    wide, high = abs(place.width) * scale.px, abs(place.height) * scale.px
    if node.kind == TERMINAL:
        return Room(Frame(x, y), body_of_box(12.0, 12.0), (x - 6, y - 6, x + 6, y + 6))
    signs = (1.0 if place.width > 0 else -1.0), (1.0 if place.height > 0 else -1.0)
    if symbol is None:
        turned = round(place.rotation / 90.0) % 2 == 1
        size = (high, wide) if turned else (wide, high)
        box = x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2
        return Room(Frame(x, y), body_of_box(*size), box)
    k = wide / symbol.width
    k = min(k, 1.2 * high / symbol.height)
    if symbol.ports:
        k *= _ROOMY
    own = node.part is not None and node.part.cls.diagram_icon is not None
    down = high / symbol.height if own else k
    across = wide / symbol.width if own else k
    frame = Frame(x, y, signs[0] * across, signs[1] * down, place.rotation)
    if symbol.turns:
        frame = _towards(symbol, frame, end, min(wide, high))
    body = body_of_symbol(symbol, line_looks(node), wide / across, high / down)
    return Room(frame, body, _box(frame, symbol))


def _towards(symbol: Symbol, frame: Frame, end: Point | None, size: float) -> Frame:
    """Turn a symbol with a single line towards its end; that line may end in its middle."""
    at = (0.0, -size / 2) if end is None else (end[0] - frame.x, end[1] - frame.y)
    is_middle = max(abs(at[0]), abs(at[1])) < 0.2 * size
    # What holds a part is drawn below a line that ends in the middle, before it is turned.
    up = replace(frame, x=0.0, y=0.0).page((0.0, -1.0)) if is_middle else at
    is_level = abs(up[0]) > abs(up[1])
    rotation = (0.0 if up[0] < 0 else 180.0) if is_level else (270.0 if up[1] < 0 else 90.0)
    k = abs(frame.across)
    turned = Frame(frame.x, frame.y, k, k, rotation)
    if not is_middle:
        return turned
    tip = turned.page((-symbol.width / 2, 0.0))
    return replace(turned, x=2 * frame.x - tip[0], y=2 * frame.y - tip[1])


def _box(frame: Frame, symbol: Symbol) -> Box:
    ends = [end for x1, y1, x2, y2 in symbol.edges for end in ((x1, y1), (x2, y2))]
    xs, ys = zip(*map(frame.page, ends), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def is_legible(rooms: Mapping[Node, Room]) -> bool:
    """Tell whether no part hides much of another one."""
    boxes = sorted((room.box for room in rooms.values()), key=lambda box: box[0])
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            if other[0] >= one[2]:
                break
            wide = min(one[2], other[2]) - other[0]
            high = min(one[3], other[3]) - max(one[1], other[1])
            if wide > 0 and high > 0 and wide * high > _SHARE * min(_area(one), _area(other)):
                return False
    return True


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
