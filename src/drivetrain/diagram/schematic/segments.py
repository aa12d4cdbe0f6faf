"""The lines of a schematic as horizontal and vertical segments, and where they cross."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from drivetrain.diagram.schematic.coordinates import Placed
from drivetrain.diagram.schematic.graph import Net
from drivetrain.diagram.schematic.routes import Rail, Route

__all__ = ["Segment", "crossings", "joints", "segments_of"]

Place: TypeAlias = tuple[float, float]
_SAME = 0.5


@dataclass(frozen=True)
class Segment:
    """A straight part of a net; the first end is the left or the upper one."""

    net: Net
    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def is_vertical(self) -> bool:
        """Whether it runs from top to bottom."""
        return self.x1 == self.x2


def segments_of(placed: Placed) -> list[Segment]:
    """Return the segments of all nets."""
    return [segment for route in placed.routes for segment in _of_route(placed, route)]


def _of_route(placed: Placed, route: Route) -> list[Segment]:
    net, found = route.net, list[Segment]()

    def add(x1: float, y1: float, x2: float, y2: float) -> None:
        if abs(x1 - x2) > _SAME or abs(y1 - y2) > _SAME:
            found.append(Segment(net, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))

    if route.is_straight:
        (x, y), (_, end) = sorted((placed.pin(pin) for pin in net.pins), key=lambda one: one[1])
        add(x, y, x, end)
        return found
    trunk_x = _trunk_places(placed, route)
    for channel, x in trunk_x.items():
        heights = [placed.level(level) for level in route.trunks[channel]]
        add(x, min(heights), x, max(heights))
    for pin, channel in route.stubs:
        x, y = placed.pin(pin)
        add(x, y, trunk_x[channel], y)
    for rail in route.rails:
        y = placed.level(rail.level)
        ends = [x for channel, x in trunk_x.items() if _meets(route, channel, rail)]
        ends += [placed.pin(pin)[0] for pin, own in route.drops if own is rail]
        add(min(ends), y, max(ends), y)
    for pin, rail in route.drops:
        x, y = placed.pin(pin)
        add(x, y, x, placed.level(rail.level))
    return found


def _meets(route: Route, channel: int, rail: Rail) -> bool:
    return rail.level in route.trunks[channel] and rail.left <= 2 * channel <= rail.right


def _trunk_places(placed: Placed, route: Route) -> dict[int, float]:
    """Return where a route changes its height in each channel."""
    found = {}
    for channel in route.trunks:
        trunks = placed.trunks.get(channel, [])
        own = [trunk for trunk in trunks if trunk.route is route]
        count = max(len(trunks), 1)
        track = own[0].track if own else (count - 1) // 2
        found[channel] = placed.trunk_x(channel, track, count)
    return found


def crossings(segments: Sequence[Segment]) -> list[tuple[float, float, Segment, Segment]]:
    """Return where segments of different nets cross: place, vertical one, horizontal one."""
    upright = [one for one in segments if one.is_vertical]
    level = [one for one in segments if not one.is_vertical]
    return [
        (v.x1, h.y1, v, h)
        for v in upright
        for h in level
        if v.net is not h.net
        and v.y1 + _SAME < h.y1 < v.y2 - _SAME
        and h.x1 + _SAME < v.x1 < h.x2 - _SAME
    ]


def joints(
    segments: Sequence[Segment], pins: Mapping[int, Sequence[Place]] = MappingProxyType({})
) -> list[tuple[float, float, Net]]:
    """Return where three or more lines of one net meet.

    Parameters
    ----------
    segments : sequence of Segment
        The lines.
    pins : mapping
        Where nets go on in the drawing of a part, by the `id` of the net.
    """
    by_net: dict[int, list[Segment]] = defaultdict(list)
    for segment in segments:
        by_net[id(segment.net)].append(segment)
    found = []
    for own in by_net.values():
        places = dict.fromkeys(
            (round(x, 2), round(y, 2))
            for one in own for x, y in ((one.x1, one.y1), (one.x2, one.y2))
        )  # fmt: skip
        upright = [one for one in own if one.is_vertical]
        level = [one for one in own if not one.is_vertical]
        places |= dict.fromkeys(
            (round(v.x1, 2), round(h.y1, 2))
            for v in upright for h in level
            if v.y1 < h.y1 < v.y2 and h.x1 < v.x1 < h.x2
        )  # fmt: skip
        for x, y in places:
            goes_on = any(
                abs(x - px) + abs(y - py) < _SAME for px, py in pins.get(id(own[0].net), ())
            )
            if sum(_directions(one, x, y) for one in own) + goes_on >= 3:
                found.append((x, y, own[0].net))
    return found


def _directions(segment: Segment, x: float, y: float) -> int:
    """Return into how many directions a segment leaves a point."""
    if segment.is_vertical:
        if abs(segment.x1 - x) > _SAME or not segment.y1 - _SAME <= y <= segment.y2 + _SAME:
            return 0
        return (y > segment.y1 + _SAME) + (y < segment.y2 - _SAME)
    if abs(segment.y1 - y) > _SAME or not segment.x1 - _SAME <= x <= segment.x2 + _SAME:
        return 0
    return (x > segment.x1 + _SAME) + (x < segment.x2 - _SAME)
