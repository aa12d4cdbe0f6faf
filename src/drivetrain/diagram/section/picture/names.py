"""Names of bodies beside their lines, where there is room; else in a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drivetrain.diagram.drawing import Group, Item, Label
from drivetrain.diagram.drawing.looks import BODY_COLOURS
from drivetrain.diagram.section.machine import Scheme
from drivetrain.diagram.section.picture.bodies import Segment
from drivetrain.diagram.section.picture.metrics import SMALL, Box, overlap, text_box, text_width

__all__ = ["body_names", "marked", "text_look"]

_ABOVE = 4.0
_CLEAR = 3.0
_PLACES = (0.5, 0.0, 1.0, 0.25, 0.75)


def text_look(body: int) -> str:
    """Return the looks of the name of a body."""
    return f"small body{body % len(BODY_COLOURS)}-text"


def marked(item: Item, paths: Sequence[str], title: str = "") -> Item:
    """Return an item as a group within a group for each path."""
    for path in reversed(paths):
        item = Group((item,), path, title)
    return item


def body_names(
    scheme: Scheme, segments: Sequence[Segment], taken: Sequence[Box]
) -> tuple[list[Item], list[int]]:
    """Return the names that have room, and the bodies whose names have none.

    Parameters
    ----------
    scheme : Scheme
        The gearbox.
    segments : sequence of Segment
        The lines of all bodies.
    taken : sequence of Box
        Where parts and their names are.
    """
    lines = [_thick(one) for one in segments]
    boxes = [*taken, *lines]
    labels: list[Item] = []
    without: list[int] = []
    for body, shaft in enumerate(scheme.shafts):
        if not shaft.name:
            continue
        own = [one for one in segments if one.body == body and not one.is_disc]
        found = next(_free(shaft.name, own, boxes), None)
        if found is None:
            without.append(body)
            continue
        x, y, box = found
        boxes.append(box)
        labels.append(marked(Label(x, y, shaft.name, text_look(body)), shaft.paths, shaft.title))
    return labels, without


def _free(
    name: str, own: Sequence[Segment], boxes: Sequence[Box]
) -> Iterator[tuple[float, float, Box]]:
    """Yield free places above the longest pieces, then below them."""
    width = text_width(name, SMALL) + 2 * _CLEAR
    for one in sorted(own, key=lambda segment: (segment.x - segment.to_x, segment.x)):
        room = one.to_x - one.x - width
        if room < 0:
            return
        for y in (one.y - _ABOVE, one.y + _ABOVE + 0.8 * SMALL):
            for share in _PLACES:
                x = one.x + width / 2 + share * room
                box = text_box(x, y, name, SMALL)
                if not any(overlap(box, other) for other in boxes):
                    yield x, y, box


def _thick(one: Segment) -> Box:
    left, right = sorted((one.x, one.to_x))
    top, bottom = sorted((one.y, one.to_y))
    return Box(left - _CLEAR, top - _CLEAR, right + _CLEAR, bottom + _CLEAR)
