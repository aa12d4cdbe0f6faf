"""Lead a line from the place where a part ends in its author's drawing to our symbol of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from drivetrain.diagram.drawing import Item, Shape
from drivetrain.diagram.schematic.exact.author import Line, Point
from drivetrain.diagram.symbols.ink import Edge, edges_of, reach
from drivetrain.diagram.symbols.symbol import Symbol

__all__ = ["LINES", "Body", "body_of_box", "body_of_symbol"]

LINES: Final = ("rotation", "translation", "electric", "heat")
"""Looks of the ends of lines in a symbol."""
_NEAR: Final = 4.0
"""How far from the end of a line in a symbol the author's line may end, px."""
_NARROW: Final = 6.0
"""Half of a gap into which a line may lead, px."""
_MARGIN: Final = 3.0
"""Distance of lines beside a symbol whose ends have heights of their own, px."""


@dataclass(frozen=True)
class Body:
    """What lines can end on.

    Attributes
    ----------
    edges : tuple of Edge
        Outlines around (0, 0), px.
    width, height : float
        Size of the room that the author gave it.
    ends : mapping of int to (Point, str)
        Ends of lines that are drawn in the symbol: where each item ends, and what it carries.
    ports : mapping of str to float
        Heights of ports that have one of their own.
    through : tuple of Edge
        Lines in the symbol that other lines had better not cross.
    half : float
        Half of the width of the symbol.
    """

    edges: tuple[Edge, ...]
    width: float
    height: float
    ends: dict[int, tuple[Point, str]]
    ports: dict[str, float]
    through: tuple[Edge, ...] = ()
    half: float = 0.0

    def side(self, point: Point) -> str:
        """Return the side of the room that is nearest to a point."""
        x, y = 2 * point[0] / self.width, 2 * point[1] / self.height
        if abs(x) > abs(y):
            return "left" if x < 0 else "right"
        return "top" if y < 0 else "bottom"

    def side_of(self, port: str, point: Point) -> str:
        """Return the side at which the line of a port comes in."""
        if port in self.ports:
            return "left" if point[0] < 0 else "right"
        return self.side(point)

    def leg(self, port: str, domain: str, point: Point) -> tuple[Line, int | None]:
        """Return the way from a point to the drawing, and the item of the symbol at its end.

        Parameters
        ----------
        port : str
            Name of the port.
        domain : str
            What its line carries.
        point : Point
            Where the author's line ends.
        """
        if port in self.ports:
            return self._to_height(point, self.ports[port]), None
        for k, (end, look) in self.ends.items():
            if look == domain and end[0] * point[0] > 0 and abs(end[1] - point[1]) <= _NEAR:
                return (point, (end[0], point[1]), end), k
        side = self.side(point)
        is_level = side in ("left", "right")
        own, along = (point[1], point[0]) if is_level else (point[0], point[1])
        found = self._meeting(side, own)
        if found is None:
            return (point,), None
        offset, depth = found
        if self._is_between(side, own, offset):
            offset = own
        corner = (along, offset) if is_level else (offset, along)
        end = (depth, offset) if is_level else (offset, depth)
        return (point, corner, end), None

    def _meeting(self, side: str, own: float) -> tuple[float, float] | None:
        """Return where a line from one side meets the drawing: its offset, and how far it goes.

        If that is possible, without going through a shaft or another line of the symbol.
        """
        half = (self.height if side in ("left", "right") else self.width) / 2
        found = [
            (offset, depth) for offset in self._beside(own, half)
            if (depth := reach(self.edges, side, offset)) is not None
        ]  # fmt: skip
        free = [one for one in found if reach((*self.edges, *self.through), side, one[0]) == one[1]]
        return next(iter(free or found), None)

    def _is_between(self, side: str, own: float, offset: float) -> bool:
        """Tell whether a place is between two edges that are close, as those of a clutch."""
        near = abs(offset - own)
        return 0 < near <= _NARROW and reach(self.edges, side, 2 * own - offset) is not None

    def _beside(self, own: float, half: float) -> Iterator[float]:
        """Yield places along a side: that of the line, then others towards and past the middle."""
        sign = -1.0 if own > 0 else 1.0
        yield own
        yield from (own + sign * k for k in range(1, int(abs(own) + half) + 1))

    def _to_height(self, point: Point, height: float) -> Line:
        """Return the way to the end of a line that has a height of its own."""
        sign = -1.0 if point[0] < 0 else 1.0
        # Lines that go down keep clear of those above them, and lines that go up of those below.
        outwards = point[1] if height > point[1] else -point[1]
        room = max(abs(point[0]) - self.half, 2 * _MARGIN)
        share = 0.5 + outwards / (self.height / 2)
        x = sign * (self.half + room * max(0.1, min(0.9, share)))
        return point, (x, point[1]), (x, height), (sign * self.half, height)


def body_of_box(width: float, height: float) -> Body:
    """Return the body of a box."""
    w, h = width / 2, height / 2
    edges = ((-w, -h, w, -h), (w, -h, w, h), (w, h, -w, h), (-w, h, -w, -h))
    return Body(edges, width, height, {}, {})


def body_of_symbol(symbol: Symbol, looks: dict[str, str], width: float, height: float) -> Body:
    """Return the body of a symbol.

    Parameters
    ----------
    symbol : Symbol
        The symbol.
    looks : dict
        Looks in place of others.
    width, height : float
        Size of the room that the author gave it, in pixels of the symbol.
    """
    ends = {}
    for k, item in enumerate(symbol.items):
        found = _end(item, symbol)
        if found is not None and isinstance(item, Shape):
            ends[k] = found, looks.get(item.look, item.look)
    body = [one for one in symbol.items if not (isinstance(one, Shape) and one.look in LINES)]
    edges = tuple(edges_of(body)) or symbol.edges
    lines = [one for k, one in enumerate(symbol.items) if one not in body and k not in ends]
    through = tuple(edges_of(lines))
    return Body(edges, width, height, ends, dict(symbol.ports), through, symbol.width / 2)


def _end(item: Item, symbol: Symbol) -> Point | None:
    """Return where an item ends at a side of a symbol; None if it is no end of a line."""
    if not isinstance(item, Shape) or item.look not in LINES:
        return None
    half = symbol.width / 2 - 0.1
    corners = [c for _, v in item.steps for c in zip(v[::2], v[1::2], strict=True)]
    found = [corner for corner in corners if abs(corner[0]) >= half]
    return found[0] if len(found) == 1 else None
