"""Energy through every piece of the lines of a schematic, and the bands that show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from drivetrain.diagram.drawing import Item, closed, line
from drivetrain.diagram.schematic.graph import Net
from drivetrain.diagram.schematic.layout import Layout
from drivetrain.diagram.schematic.segments import Segment

__all__ = ["Band", "bands_of", "draw_band"]

Point = tuple[float, float]

_WIDEST = 15.0
"""Width of the largest flow, px."""
_LEAST = 0.6
"""Width from which on a band is drawn, px."""
_LONG = 26.0
"""Length from which on a band shows its direction, px."""


@dataclass(frozen=True)
class Band:
    """A straight piece of a net, and the energy that runs through it.

    Attributes
    ----------
    net : Net
        The net.
    start, end : (float, float)
        Its ends; energy runs from the first to the second.
    energy : float
        J, not negative.
    is_forward : bool
        Whether energy runs from left to right; of a vertical piece, in most of its net.
    """

    net: Net
    start: Point
    end: Point
    energy: float
    is_forward: bool = True


def bands_of(layout: Layout, energies: Mapping[str, float]) -> list[Band]:
    """Return the energy through every piece of the lines between shafts.

    Parameters
    ----------
    layout : Layout
        The schematic.
    energies : mapping of str to float
        Energy into parts by the path of the connector, J.
    """
    found: list[Band] = []
    for net in layout.graph.nets:
        segments = [segment for segment in layout.segments if segment.net is net]
        if net.source is None and segments:
            received = _received(net, energies)
            if received is None:
                continue
            places = {pin.path: layout.placed.pin(pin) for pin in net.pins}
            found += _with_directions(list(_of_net(net, segments, places, received)))
    return found


def _with_directions(bands: list[Band]) -> Iterator[Band]:
    """Yield the bands of a net with their directions."""
    to_the_right = sum(band.energy * (band.end[0] - band.start[0]) for band in bands)
    for band in bands:
        across = band.end[0] - band.start[0]
        yield replace(band, is_forward=(across or to_the_right) >= 0)


def _received(net: Net, energies: Mapping[str, float]) -> dict[str, float] | None:
    """Return the energy into each pin; None if more than one is unknown.

    A single unknown one receives what the others leave, and so does the end of a row of parts: the
    sum over all its parts, most of which are joined with each other, says nothing here.
    """
    known = {p.path: energies[p.path] for p in net.pins if p.path in energies and not p.in_row}
    unknown = [pin for pin in net.pins if pin.path not in known]
    if len(unknown) > 1:
        return None
    if unknown:
        known[unknown[0].path] = -sum(known.values())
    return known


def _of_net(
    net: Net,
    segments: Sequence[Segment],
    places: Mapping[str, Point],
    received: Mapping[str, float],
) -> Iterator[Band]:
    """Yield the bands of a net, which is a tree: all beyond a piece receives what runs through."""
    points = {_rounded((s.x1, s.y1)) for s in segments} | {_rounded((s.x2, s.y2)) for s in segments}
    points |= {_rounded(place) for place in places.values()}
    edges = [edge for segment in segments for edge in _pieces(segment, points)]
    beside: dict[Point, list[Point]] = defaultdict(list)
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    at: dict[Point, float] = defaultdict(float)
    for path, place in places.items():
        at[_rounded(place)] += received.get(path, 0.0)
    for a, b in edges:
        beyond = sum(at[point] for point in _reached(beside, b, a))
        yield Band(net, a, b, beyond) if beyond >= 0 else Band(net, b, a, -beyond)


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _pieces(segment: Segment, points: set[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield the parts of a segment between the points that lie on it."""
    x1, y1 = _rounded((segment.x1, segment.y1))
    x2, y2 = _rounded((segment.x2, segment.y2))
    on = sorted(
        (x, y) for x, y in points if x1 - 0.15 <= x <= x2 + 0.15 and y1 - 0.15 <= y <= y2 + 0.15
    )
    yield from pairwise(on)


def _reached(beside: Mapping[Point, Sequence[Point]], start: Point, without: Point) -> set[Point]:
    """Return the points that hang together with one when the way to another is cut."""
    seen, pending = {start}, [start]
    while pending:
        here = pending.pop()
        for there in beside[here]:
            if there not in seen and not (here == start and there == without):
                seen.add(there)
                pending.append(there)
    return seen


def draw_band(band: Band, largest: float) -> Iterator[Item]:
    """Yield a band whose width is its energy, with its direction.

    Parameters
    ----------
    band : Band
        The band.
    largest : float
        The energy of the widest band, J.
    """
    width = _WIDEST * band.energy / largest
    if width < _LEAST:
        return
    (x1, y1), (x2, y2) = band.start, band.end
    length = max(abs(x2 - x1), abs(y2 - y1))
    if not length:
        return
    dx, dy, half = (x2 - x1) / length, (y2 - y1) / length, width / 2
    corners = (
        (x1 - half * dy, y1 + half * dx), (x2 - half * dy, y2 + half * dx),
        (x2 + half * dy, y2 - half * dx), (x1 + half * dy, y1 - half * dx),
    )  # fmt: skip
    told = f"{band.energy:.6g} J"
    look = "forward" if band.is_forward else "backward"
    yield closed(corners, look, band.net.path, told)
    if length >= _LONG and width > 3:
        x, y, size = (x1 + x2) / 2, (y1 + y2) / 2, min(half, 4.0)
        tip = (x + size * dx, y + size * dy)
        wings = (
            (x - size * (dx + dy), y - size * (dy - dx)),
            (x - size * (dx - dy), y - size * (dy + dx)),
        )
        yield line((wings[0], tip, wings[1]), "chevron")
