"""Measure drawings: which lines touch, which cross, which texts and parts overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from drivetrain.diagram.drawing import Drawing, Group, Item, Label, Shape
from drivetrain.diagram.section.picture.bodies import Segment
from drivetrain.diagram.section.picture.metrics import NAME, SMALL, Box, text_box

TOUCH = 0.01


def box_of(one: Segment) -> Box:
    """Return the rectangle of a line without width."""
    xs, ys = sorted((one.x, one.to_x)), sorted((one.y, one.to_y))
    return Box(xs[0], ys[0], xs[1], ys[1])


def touch(one: Segment, other: Segment) -> bool:
    """Tell whether two lines have a point in common."""
    a, b = box_of(one), box_of(other)
    return (
        a.left <= b.right + TOUCH and b.left <= a.right + TOUCH
        and a.top <= b.bottom + TOUCH and b.top <= a.bottom + TOUCH
    )  # fmt: skip


def crosses(one: Segment, other: Segment) -> bool:
    """Tell whether a disc and a shaft cross within both of them."""
    if one.is_disc == other.is_disc:
        return False
    disc, shaft = (box_of(x) for x in ((one, other) if one.is_disc else (other, one)))
    inside = shaft.left + TOUCH < disc.left < shaft.right - TOUCH
    return inside and disc.top + TOUCH < shaft.top < disc.bottom - TOUCH


def crossings(segments: Sequence[Segment]) -> int:
    """Return how many pairs of lines of different bodies cross."""
    return sum(a.body != b.body and crosses(a, b) for a, b in combinations(segments, 2))


def contacts(segments: Sequence[Segment]) -> list[tuple[Segment, Segment]]:
    """Return lines of different bodies that touch without crossing: they look joined."""
    return [
        (a, b)
        for a, b in combinations(segments, 2)
        if a.body != b.body and touch(a, b) and not crosses(a, b)
    ]


def pieces(segments: Sequence[Segment]) -> int:
    """Return into how many pieces lines fall."""
    waiting, found = list(segments), 0
    while waiting:
        found += 1
        reached = [waiting.pop()]
        while reached:
            one = reached.pop()
            joined = [other for other in waiting if touch(one, other)]
            waiting = [other for other in waiting if other not in joined]
            reached += joined
    return found


def flat(items: Sequence[Item]) -> Iterator[Shape | Label]:
    """Yield all shapes and labels."""
    for one in items:
        if isinstance(one, Group):
            yield from flat(one.items)
        else:
            yield one


def groups(drawing: Drawing) -> list[Group]:
    """Return the groups of a drawing."""
    return [one for one in drawing.items if isinstance(one, Group)]


def outline_box(shape: Shape) -> Box:
    """Return the rectangle around a shape."""
    values = [value for _, pairs in shape.steps for value in pairs]
    return Box(min(values[::2]), min(values[1::2]), max(values[::2]), max(values[1::2]))


def label_box(label: Label) -> Box:
    """Return the rectangle of a text."""
    sizes = {"small": SMALL, "heading": 14.0, "note": 10.0, "fault-text": 10.0}
    size = next((value for look, value in sizes.items() if look in label.look), NAME)
    return text_box(label.x, label.y, label.text, size, label.anchor)


def around(boxes: Sequence[Box]) -> Box:
    """Return the rectangle around rectangles."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))
