"""Read what a class says about where its parts and lines are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from drivetrain.errors import UsageError, shown

__all__ = ["Drawn", "Line", "Place", "Point", "drawn_by_author"]

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = tuple[Point, ...]
_SIZE: Final = 20.0
"""Width and height of a part without a given size, in units of Modelica diagrams."""


class Place(NamedTuple):
    """Where a part is drawn: its middle, y upwards, its size, negative if mirrored, its turn."""

    x: float
    y: float
    width: float = _SIZE
    height: float = _SIZE
    rotation: float = 0.0


@dataclass(frozen=True)
class Drawn:
    """What an author has drawn.

    Attributes
    ----------
    places : mapping of str to Place
        By the names of parts.
    lines : mapping of (str, str) to tuple of points
        By the ports that are joined.
    """

    places: Mapping[str, Place] = field(default_factory=dict)
    lines: Mapping[tuple[str, str], Line] = field(default_factory=dict)


def drawn_by_author(cls: type[Any]) -> Drawn:
    """Return what a class, and those it is derived from, say about the drawing.

    Raises
    ------
    UsageError
        If they do not say it in numbers.
    """
    places: dict[str, Place] = {}
    lines: dict[tuple[str, str], Line] = {}
    for one in reversed(cls.__mro__):
        for name, place in vars(one).get("diagram_places", {}).items():
            places[name] = _place(one, name, place)
        for ends, points in vars(one).get("diagram_lines", {}).items():
            lines[_ends(one, ends)] = _line(one, ends, points)
    return Drawn(places, lines)


def _place(cls: type[Any], name: str, given: Any) -> Place:
    if not _is_numbers(given) or len(given) not in (2, 4, 5):
        raise UsageError(
            f"{cls.__name__}.diagram_places[{shown(name)}] = {shown(given)}: give (x, y), "
            "(x, y, width, height) or (x, y, width, height, rotation) in numbers"
        )
    place = Place(*map(float, given))
    if not place.width or not place.height:
        raise UsageError(f"{cls.__name__}.diagram_places[{shown(name)}] has no size")
    return place


def _ends(cls: type[Any], given: Any) -> tuple[str, str]:
    if isinstance(given, tuple) and len(given) == 2 and all(isinstance(e, str) for e in given):
        return given
    raise UsageError(
        f"{cls.__name__}.diagram_lines: {shown(given)} are no two ports, such as "
        "('motor.flange', 'load.flange_a')"
    )


def _line(cls: type[Any], ends: tuple[str, str], given: Any) -> Line:
    points = given if isinstance(given, (tuple, list)) else ()
    if len(points) > 1 and all(_is_numbers(point) and len(point) == 2 for point in points):
        return tuple((float(x), float(y)) for x, y in points)
    raise UsageError(
        f"{cls.__name__}.diagram_lines[{shown(ends)}] = {shown(given)}: give the points (x, y) of "
        "a line"
    )


def _is_numbers(given: Any) -> bool:
    return isinstance(given, (tuple, list)) and all(
        isinstance(one, (int, float)) and not isinstance(one, bool) and math.isfinite(one)
        for one in given
    )
