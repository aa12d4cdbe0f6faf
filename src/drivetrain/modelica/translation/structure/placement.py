"""Read where the author of a model has drawn its parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.values import modifications, number_of

__all__ = ["middle_of", "places_of"]

Point = tuple[float, float]


def places_of(components: Iterable[nodes.Component]) -> dict[str, Point]:
    """Return the middle of each component that is drawn, by its name.

    Parameters
    ----------
    components : iterable of Component
        Components with their annotations.
    """
    found = ((one.name, middle_of(one)) for one in components)
    return {name: place for name, place in found if place is not None}


def middle_of(one: nodes.Component) -> Point | None:
    """Return the middle of a component in its diagram, y upwards; ``None`` if it is not drawn.

    Both ``transformation(extent = {{…}, {…}}, origin = {…})`` and that of edition 2 of the
    language, ``transformation(x = …, y = …)``, are understood.
    """
    for placement in modifications(one.annotation, "Placement"):
        for shown in modifications(placement.arguments, "visible"):
            if isinstance(shown.value, nodes.Boolean) and not shown.value.value:
                return None
        for transformation in modifications(placement.arguments, "transformation"):
            return _middle(transformation.arguments)
    return None


def _middle(given: Any) -> Point | None:
    said = {str(one.name): one.value for one in modifications(given)}
    old = number_of(said.get("x")), number_of(said.get("y"))
    if old[0] is not None and old[1] is not None:
        return old[0], old[1]
    corners = _points(said.get("extent"))
    if len(corners) != 2:
        return None
    x, y = _point(said.get("origin")) or (0.0, 0.0)
    (left, low), (right, high) = corners
    return x + (left + right) / 2, y + (low + high) / 2


def _points(e: nodes.Expression | None) -> list[Point]:
    if isinstance(e, nodes.Matrix):  # [x1, y1; x2, y2] of edition 2
        rows: Any = [nodes.ArrayConstructor(row) for row in e.rows]
    else:
        rows = e.elements if isinstance(e, nodes.ArrayConstructor) else ()
    found = [_point(row) for row in rows]
    return [one for one in found if one is not None]


def _point(e: Any) -> Point | None:
    if not isinstance(e, nodes.ArrayConstructor) or len(e.elements) != 2:
        return None
    x, y = (number_of(one) for one in e.elements)
    return None if x is None or y is None else (x, y)
