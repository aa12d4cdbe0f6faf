"""Find free places for the names of parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from drivetrain.diagram.schematic.graph import FUNCTION, Node
from drivetrain.diagram.schematic.segments import Segment
from drivetrain.diagram.schematic.sizes import NAME_HEIGHT, NOTE_HEIGHT, Size

__all__ = ["Box", "set_names"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, upper, right and lower end, px."""
_GAP = 3.0


def set_names(
    sizes: dict[Node, Size], boxes: dict[Node, Box], segments: Sequence[Segment]
) -> dict[Node, tuple[float, float, str]]:
    """Return where the name of each node stands: anchor and baseline, and what is anchored.

    Below its part if that is free, else above or beside it.

    Parameters
    ----------
    sizes : dict
        Sizes of names.
    boxes : dict
        What the parts take up.
    segments : sequence of Segment
        Lines.
    """
    taken = list(boxes.values())
    taken += [(s.x1 - 1.5, s.y1 - 1.5, s.x2 + 1.5, s.y2 + 1.5) for s in segments]
    found = {}
    for node, box in boxes.items():
        if node.kind == FUNCTION:
            continue
        places = list(_places(box, sizes[node]))
        costs = [_overlap(one, taken) for one, _ in places]
        best = min(range(len(places)), key=lambda k: (costs[k] > 0, costs[k], k))
        room, anchor = places[best]
        taken.append(room)
        x = {"start": room[0], "middle": (room[0] + room[2]) / 2, "end": room[2]}[anchor]
        found[node] = x, room[1] + 12.0, anchor
    return found


def _places(box: Box, size: Size) -> Iterator[tuple[Box, str]]:
    left, top, right, bottom = box
    wide, high = size.name_width, NAME_HEIGHT + NOTE_HEIGHT * size.notes
    x, y = (left + right) / 2, (top + bottom) / 2
    yield (x - wide / 2, bottom, x + wide / 2, bottom + high), "middle"
    yield (x - wide / 2, top - high, x + wide / 2, top), "middle"
    yield (x + _GAP, bottom, x + _GAP + wide, bottom + high), "start"
    yield (x - _GAP - wide, bottom, x - _GAP, bottom + high), "end"
    yield (x + _GAP, top - high, x + _GAP + wide, top), "start"
    yield (x - _GAP - wide, top - high, x - _GAP, top), "end"
    yield (right + _GAP, y - high / 2, right + _GAP + wide, y + high / 2), "start"
    yield (left - _GAP - wide, y - high / 2, left - _GAP, y + high / 2), "end"
    yield (right + _GAP, bottom - 4, right + _GAP + wide, bottom - 4 + high), "start"
    yield (left - _GAP - wide, bottom - 4, left - _GAP, bottom - 4 + high), "end"


def _overlap(room: Box, taken: Iterable[Box]) -> float:
    """Return the area that a room shares with what is there."""
    return sum(
        max(0.0, min(room[2], other[2]) - max(room[0], other[0]))
        * max(0.0, min(room[3], other[3]) - max(room[1], other[1]))
        for other in taken
    )
