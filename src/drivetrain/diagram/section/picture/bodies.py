"""Lines of the bodies: shafts, drums and discs, each body in its colour."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

from drivetrain.diagram.drawing import Group, Item, line
from drivetrain.diagram.drawing.looks import BODY_COLOURS
from drivetrain.diagram.section.layout import BETWEEN, END, PASSING, Disc, Layout, Pin, Slot
from drivetrain.diagram.section.machine import Scheme
from drivetrain.diagram.section.picture.frame import Frame

__all__ = ["Segment", "body_groups", "colour", "halos", "segments_of"]

_HALF_STROKE = 1.2
_HALO = 5.0


class Segment(NamedTuple):
    """A straight piece of a body: a shaft or drum along the axis, or a disc across it."""

    body: int
    x: float
    y: float
    to_x: float
    to_y: float

    @property
    def is_disc(self) -> bool:
        """Whether it lies across the axis."""
        return self.x == self.to_x


def colour(body: int) -> str:
    """Return the looks of a body; -1 is one that has no name."""
    return "rotation" if body < 0 else f"rotation body{body % len(BODY_COLOURS)}"


def segments_of(layout: Layout, frame: Frame, reach: Callable[[int, int], float]) -> list[Segment]:
    """Return the pieces of all bodies, up to their parts.

    Parameters
    ----------
    layout : Layout
        The layout.
    frame : Frame
        Places of columns and levels.
    reach : callable
        Returns how far a terminal of an element is from the middle of its column.
    """
    found: list[Segment] = []
    for k, column in enumerate(layout.columns):
        for disc in layout.gaps[k].discs:
            found += _in_gap(frame, k, disc)
        if column.element in (BETWEEN, END):
            continue
        for j, slot in enumerate(column.slots):
            y = frame.y(layout.radii[Pin(k, j)])
            passes = slot.terminal == PASSING
            found += _in_column(frame, k, y, slot, 0 if passes else reach(k, slot.terminal))
    return _merged(found)


def _in_column(frame: Frame, k: int, y: float, slot: Slot, reach: float) -> Iterator[Segment]:
    x, (left, right) = frame.columns[k], frame.edges(k)
    if slot.left >= 0:
        yield Segment(slot.left, left, y, x - reach, y)
    if slot.right >= 0:
        yield Segment(slot.right, x + reach, y, right, y)


def _in_gap(frame: Frame, gap: int, disc: Disc) -> Iterator[Segment]:
    begin, end = frame.edges(gap - 1)[1], frame.edges(gap)[0]
    body = disc.line.body
    if disc.place < 0:
        y = frame.y(disc.low)
        yield Segment(body, begin, y, end, y)
        return
    x = frame.disc(gap, disc.place)
    yield Segment(body, x, frame.y(disc.low), x, frame.y(disc.high))
    for level in dict.fromkeys(disc.left):
        yield Segment(body, begin, frame.y(level), x, frame.y(level))
    for level in dict.fromkeys(disc.right):
        yield Segment(body, x, frame.y(level), end, frame.y(level))


def _merged(segments: list[Segment]) -> list[Segment]:
    """Join shafts and drums that continue each other."""
    rows: dict[tuple[int, float], list[Segment]] = defaultdict(list)
    found = []
    for one in segments:
        if one.is_disc:
            found.append(one)
        else:
            rows[one.body, one.y].append(one)
    for (body, y), own in rows.items():
        own.sort(key=lambda one: one.x)
        begin, end = own[0].x, own[0].to_x
        for one in own[1:]:
            if one.x > end + 0.01:
                found.append(Segment(body, begin, y, end, y))
                begin = one.x
            end = max(end, one.to_x)
        found.append(Segment(body, begin, y, end, y))
    return found


def body_groups(scheme: Scheme, segments: list[Segment]) -> list[Item]:
    """Return a group with the lines of each body."""
    own: dict[int, list[Item]] = defaultdict(list)
    for one in segments:
        own[one.body].append(_line(one))
    return [
        Group(tuple(own[body]), shaft.paths[0], shaft.title, colour(body))
        for body, shaft in enumerate(scheme.shafts)
        if own[body]
    ]


def _line(one: Segment) -> Item:
    """Draw a piece; corners are closed by half the width of the line."""
    x, y, to_x, to_y = one.x, one.y, one.to_x, one.to_y
    if one.is_disc:
        y, to_y = max(y, to_y) + _HALF_STROKE, min(y, to_y) - _HALF_STROKE
    else:
        x, to_x = x - _HALF_STROKE, to_x + _HALF_STROKE
    return line(((x, y), (to_x, to_y)), "")


def halos(layout: Layout, frame: Frame) -> list[Item]:
    """Return white gaps where discs cross lines of other bodies, and the discs over them."""
    found: list[Item] = []
    for gap, one in enumerate(layout.gaps):
        for place, level, body in one.crossings:
            x, y = frame.disc(gap, place), frame.y(level)
            found.append(line(((x, y - _HALO), (x, y + _HALO)), "halo"))
            found.append(line(((x, y - _HALO - 1), (x, y + _HALO + 1)), colour(body)))
    return found
