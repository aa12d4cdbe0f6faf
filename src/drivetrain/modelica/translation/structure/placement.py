"""Read where the author of a model has drawn its parts, and the lines between them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.values import modifications, number_of

__all__ = [
    "Place",
    "line_of",
    "place_of",
    "places_of",
    "point_of",
    "points_of",
    "ports_of",
    "turned",
]

Point = tuple[float, float]
_ICON: Final = 200.0
"""Width of an icon in its own coordinates, unless it says another one."""


class Place(NamedTuple):
    """Where something is drawn, y upwards.

    Attributes
    ----------
    x, y : float
        Its middle.
    width, height : float
        Its size; negative if it is mirrored, left for right or upside down.
    rotation : float
        By how much it is turned counterclockwise, in degrees.
    """

    x: float
    y: float
    width: float
    height: float
    rotation: float = 0.0


def places_of(components: Iterable[nodes.Component]) -> dict[str, Place]:
    """Return the place of each component that is drawn in the diagram, by its name.

    Parameters
    ----------
    components : iterable of Component
        Components with their annotations.
    """
    found = ((one.name, place_of(one)) for one in components)
    return {name: place for name, place in found if place is not None}


def ports_of(components: Iterable[nodes.Component]) -> dict[str, Point]:
    """Return the middle of each component that is drawn in the icon, by its name.

    Parameters
    ----------
    components : iterable of Component
        Connectors with their annotations.
    """
    found = ((one.name, place_of(one, "iconTransformation") or place_of(one)) for one in components)
    return {name: (place.x, place.y) for name, place in found if place is not None}


def place_of(one: nodes.Component, kind: str = "transformation") -> Place | None:
    """Return the place of a component; ``None`` if it is not drawn.

    Both ``transformation(extent = {{…}, {…}}, origin = {…}, rotation = …)`` and that of edition 2
    of the language, ``transformation(x = …, y = …, scale = …)``, are understood.

    Parameters
    ----------
    one : Component
        The component.
    kind : str
        ``"transformation"`` in the diagram, or ``"iconTransformation"``.
    """
    for placement in modifications(one.annotation, "Placement"):
        for shown in modifications(placement.arguments, "visible"):
            if isinstance(shown.value, nodes.Boolean) and not shown.value.value:
                return None
        for transformation in modifications(placement.arguments, kind):
            return _place(transformation.arguments)
    return None


def _place(given: Any) -> Place | None:
    said = {str(one.name): one.value for one in modifications(given)}
    rotation = (number_of(said.get("rotation")) or 0.0) % 360.0
    x, y = number_of(said.get("x")), number_of(said.get("y"))
    if x is not None and y is not None:
        return _old_place(x, y, rotation, said)
    corners = points_of(said.get("extent"))
    if len(corners) != 2:
        return None
    origin = point_of(said.get("origin")) or (0.0, 0.0)
    (left, low), (right, high) = corners
    middle = turned(((left + right) / 2, (low + high) / 2), rotation)
    return Place(origin[0] + middle[0], origin[1] + middle[1], right - left, high - low, rotation)


def _old_place(x: float, y: float, rotation: float, said: dict[str, Any]) -> Place:
    """Return a place as edition 2 of the language tells it."""
    width = _ICON * (number_of(said.get("scale")) or 0.1)
    height = width * (number_of(said.get("aspectRatio")) or 1.0)
    for key in ("flipHorizontal", "flipVertical"):
        flag = said.get(key)
        if isinstance(flag, nodes.Boolean) and flag.value:
            width, height = (-width, height) if key == "flipHorizontal" else (width, -height)
    return Place(x, y, width, height, rotation)


def line_of(annotation: Iterable[nodes.Argument] | None) -> tuple[Point, ...]:
    """Return the points of the line that an annotation draws; empty if it draws none.

    Parameters
    ----------
    annotation : iterable of Argument or None
        The annotation of a connection.
    """
    for drawn in modifications(annotation, "Line"):
        for points in modifications(drawn.arguments, "points"):
            return points_of(points.value)
    return ()


def turned(point: Point, rotation: float) -> Point:
    """Return a point turned around (0, 0), counterclockwise, in degrees."""
    if rotation % 90 == 0:  # exactly
        c, s = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[round(rotation / 90) % 4]
    else:
        c, s = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
    return c * point[0] - s * point[1], s * point[0] + c * point[1]


def points_of(e: nodes.Expression | None) -> tuple[Point, ...]:
    """Return the points that an expression lists, as far as they are numbers."""
    if isinstance(e, nodes.Matrix):  # [x1, y1; x2, y2] of edition 2
        rows: Any = [nodes.ArrayConstructor(row) for row in e.rows]
    else:
        rows = e.elements if isinstance(e, nodes.ArrayConstructor) else ()
    found = [point_of(row) for row in rows]
    return tuple(one for one in found if one is not None)


def point_of(e: Any) -> Point | None:
    """Return the point that an expression is; ``None`` if it is none."""
    if not isinstance(e, nodes.ArrayConstructor) or len(e.elements) != 2:
        return None
    x, y = (number_of(one) for one in e.elements)
    return None if x is None or y is None else (x, y)
