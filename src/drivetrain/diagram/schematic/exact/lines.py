"""Level and upright lines through points of an author's drawing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from drivetrain.diagram.schematic.exact.author import Line, Point
from drivetrain.diagram.schematic.graph import Net
from drivetrain.diagram.schematic.segments import Segment

__all__ = ["between", "segments", "straightened"]

_OUT: Final = 10.0
"""How far a line without a drawn way leaves a part, px."""
_OFF: Final = 3.0
"""Steps up to which the way of a line is made straight, px."""
_SAME: Final = 0.25


def straightened(line: Line) -> Line:
    """Return a line with level and upright pieces only, from the same start to the same end."""
    made: list[Point] = [line[0]]
    for k, point in enumerate(line[1:], start=1):
        x, y = made[-1]
        if k < len(line) - 1:  # steps of hand-drawn lines
            point = (x if abs(point[0] - x) <= _OFF else point[0],
                     y if abs(point[1] - y) <= _OFF else point[1])  # fmt: skip
        if abs(point[0] - x) > _SAME and abs(point[1] - y) > _SAME:
            made.append(_corner(made, point))
        made.append(point)
    return tuple(made)


def _corner(made: Sequence[Point], point: Point) -> Point:
    """Return the corner before a point, so that the line goes on as it came."""
    x, y = made[-1]
    is_upright = len(made) > 1 and abs(made[-2][0] - x) <= _SAME
    return (x, point[1]) if is_upright else (point[0], y)


def between(first: Point, out: Point, second: Point, other_out: Point) -> Line:
    """Return a way between two ends of parts for which none is drawn.

    Parameters
    ----------
    first, second : Point
        The ends.
    out, other_out : Point
        Directions in which lines leave the parts there; (0, 0) for any.
    """
    a = (first[0] + _OUT * out[0], first[1] + _OUT * out[1])
    b = (second[0] + _OUT * other_out[0], second[1] + _OUT * other_out[1])
    if out[0] and other_out[0]:
        x = (a[0] + b[0]) / 2
        return first, (x, first[1]), (x, second[1]), second
    if out[1] and other_out[1]:
        y = (a[1] + b[1]) / 2
        return first, (first[0], y), (second[0], y), second
    corner = (b[0], a[1]) if out[0] or other_out[1] else (a[0], b[1])
    return first, a, corner, b, second


def segments(net: Net, lines: Iterable[Line]) -> Iterator[Segment]:
    """Yield the pieces of the lines of a net, those on top of each other as one.

    Parameters
    ----------
    net : Net
        The net.
    lines : iterable of Line
        Its lines, with level and upright pieces only.
    """
    level: dict[float, list[Point]] = defaultdict(list)
    upright: dict[float, list[Point]] = defaultdict(list)
    for line in lines:
        for (x1, y1), (x2, y2) in pairwise(line):
            if abs(x1 - x2) > _SAME:
                level[_track(level, y1)].append((min(x1, x2), max(x1, x2)))
            elif abs(y1 - y2) > _SAME:
                upright[_track(upright, x1)].append((min(y1, y2), max(y1, y2)))
    for y, spans in level.items():
        yield from (Segment(net, low, y, high, y) for low, high in _merged(spans))
    for x, spans in upright.items():
        yield from (Segment(net, x, low, x, high) for low, high in _merged(spans))


def _track(tracks: dict[float, list[Point]], at: float) -> float:
    return next((one for one in tracks if abs(one - at) <= _SAME), at)


def _merged(spans: list[Point]) -> Iterator[Point]:
    start, end = min(spans)
    for low, high in sorted(spans):
        if low > end + _SAME:
            yield start, end
            start, end = low, high
        end = max(end, high)
    yield start, end
