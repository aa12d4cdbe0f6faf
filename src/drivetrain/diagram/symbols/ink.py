"""Where a line from outside meets what is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from drivetrain.diagram.drawing import Group, Item, Shape

__all__ = ["Edge", "edges_of", "reach"]

Edge: TypeAlias = tuple[float, float, float, float]
"""A straight piece of an outline: ``x1, y1, x2, y2``."""

_PIECES: Final = 12
"""Straight pieces in place of a curve."""
_NEAR: Final = 0.6
"""Half of the width of a thin line, px."""


def edges_of(items: Iterable[Item]) -> Iterator[Edge]:
    """Yield the outlines of items as straight pieces.

    Parameters
    ----------
    items : iterable of Item
        Shapes; texts have no outlines.
    """
    for item in items:
        if isinstance(item, Group):
            yield from edges_of(item.items)
        elif isinstance(item, Shape):
            yield from _edges_of_shape(item)


def _edges_of_shape(shape: Shape) -> Iterator[Edge]:
    start = at = (0.0, 0.0)
    for letter, values in shape.steps:
        if letter == "M":
            start = at = values[0], values[1]
            continue
        for point in _points(letter, values, at, start):
            yield (*at, *point)
            at = point


def _points(
    letter: str, values: tuple[float, ...], at: tuple[float, float], start: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield the points to which a step of an outline goes."""
    if letter == "Z":
        yield start
    elif letter == "L":
        yield values[0], values[1]
    else:
        x1, y1, x2, y2, x3, y3 = values
        for k in range(1, _PIECES + 1):
            t = k / _PIECES
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            yield a * at[0] + b * x1 + c * x2 + d * x3, a * at[1] + b * y1 + c * y2 + d * y3


def reach(edges: Iterable[Edge], side: str, offset: float) -> float | None:
    """Return where a line from one side meets the first edge; ``None`` if it meets none.

    Parameters
    ----------
    edges : iterable of Edge
        Outlines around (0, 0), y downwards.
    side : str
        From where it comes: ``left``, ``right``, ``top`` or ``bottom``.
    offset : float
        Its distance from the middle, across its direction.

    Returns
    -------
    float or None
        The place along its direction: x for lines from left and right, y for others.
    """
    if side in ("left", "right"):
        edges = ((y1, x1, y2, x2) for x1, y1, x2, y2 in edges)
    found = [one for edge in edges for one in _crossings(edge, offset)]
    if not found:
        return None
    return min(found) if side in ("left", "top") else max(found)


def _crossings(edge: Edge, x: float) -> tuple[float, ...]:
    """Return where an edge is at a place on the horizontal axis."""
    x1, y1, x2, y2 = edge
    if not min(x1, x2) - _NEAR <= x <= max(x1, x2) + _NEAR:
        return ()
    if abs(x2 - x1) <= 2 * _NEAR:
        return y1, y2
    share = min(max((x - x1) / (x2 - x1), 0.0), 1.0)
    return (y1 + share * (y2 - y1),)
