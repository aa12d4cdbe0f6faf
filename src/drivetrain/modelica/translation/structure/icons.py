"""Read the icon that the author of a class has drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.values import modifications, number_of
from drivetrain.modelica.translation.structure.placement import point_of, points_of, turned
from drivetrain.modeling.presentation.icon import Icon, IconShape

__all__ = ["icon_of"]

Point = tuple[float, float]
_CORNERS: Final = 36
"""Corners in place of an ellipse."""
_FULL: Final = 360.0


def icon_of(
    annotation: Iterable[nodes.Argument] | None,
    inherited: tuple[Icon, ...],
    ports: Mapping[str, Point],
) -> Icon | None:
    """Return the icon of a class; ``None`` if nothing is drawn.

    Rectangles, lines, ellipses, polygons and texts are taken; what else there is, and texts that
    show values, are left out.

    Parameters
    ----------
    annotation : iterable of Argument or None
        The annotation of the class.
    inherited : tuple of Icon
        Icons of its bases.
    ports : mapping
        Middle of the connectors at the icon, by their names.
    """
    shapes = [shape for one in inherited for shape in one.shapes]
    extent = next((one.extent for one in inherited), Icon().extent)
    for icon in modifications(annotation, "Icon"):
        for system in modifications(icon.arguments, "coordinateSystem"):
            extent = _extent(system) or extent
        for graphics in modifications(icon.arguments, "graphics"):
            if isinstance(graphics.value, nodes.ArrayConstructor):
                shapes += [s for e in graphics.value.elements for s in _shapes(e)]
    return Icon(extent, tuple(shapes), dict(ports)) if shapes else None


def _extent(system: nodes.Modification) -> tuple[float, float, float, float] | None:
    for extent in modifications(system.arguments, "extent"):
        corners = points_of(extent.value)
        if len(corners) == 2:
            (x1, y1), (x2, y2) = corners
            found = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
            return found if found[0] < found[2] and found[1] < found[3] else None
    return None


def _shapes(e: nodes.Expression) -> Iterator[IconShape]:
    if not isinstance(e, nodes.Call):
        return
    said = {one.name: one.value for one in e.named}
    visible = said.get("visible")
    if isinstance(visible, nodes.Boolean) and not visible.value:
        return
    made = _KINDS.get(str(e.function), _nothing)(said)
    if made is not None:
        rotation, origin = number_of(said.get("rotation")) or 0.0, point_of(said.get("origin"))
        x, y = origin or (0.0, 0.0)
        moved = [turned(point, rotation) for point in made.points]
        points = tuple((x + px, y + py) for px, py in moved)
        yield IconShape(made.kind, points, made.text)


def _nothing(said: Mapping[str, Any]) -> IconShape | None:
    return None


def _kind(said: Mapping[str, Any]) -> str:
    pattern = said.get("fillPattern")
    hollow = pattern is None or str(pattern) == "FillPattern.None"
    return "line" if hollow else "area"


def _box(said: Mapping[str, Any]) -> tuple[float, float, float, float] | None:
    corners = points_of(said.get("extent"))
    return (*corners[0], *corners[1]) if len(corners) == 2 else None


def _rectangle(said: Mapping[str, Any]) -> IconShape | None:
    box = _box(said)
    if box is None:
        return None
    x1, y1, x2, y2 = box
    return IconShape(_kind(said), ((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)))


def _ellipse(said: Mapping[str, Any]) -> IconShape | None:
    box = _box(said)
    if box is None:
        return None
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    rx, ry = abs(box[2] - box[0]) / 2, abs(box[3] - box[1]) / 2
    given = number_of(said.get("startAngle")), number_of(said.get("endAngle"))
    start, end = given[0] or 0.0, _FULL if given[1] is None else given[1]
    angles = [math.radians(start + (end - start) * k / _CORNERS) for k in range(_CORNERS + 1)]
    points = tuple((x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles)
    return IconShape(_kind(said), points)


def _line(said: Mapping[str, Any]) -> IconShape | None:
    points = points_of(said.get("points"))
    return IconShape("line", points) if len(points) > 1 else None


def _polygon(said: Mapping[str, Any]) -> IconShape | None:
    points = points_of(said.get("points"))
    return IconShape(_kind(said), (*points, points[0])) if len(points) > 1 else None


def _text(said: Mapping[str, Any]) -> IconShape | None:
    box, told = _box(said), said.get("textString") or said.get("string")
    if box is None or not isinstance(told, nodes.String) or "%" in told.value:
        return None  # the name of a part stands beside it
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return IconShape("text", (middle,), told.value)


_KINDS: Final = {
    "Rectangle": _rectangle,
    "Ellipse": _ellipse,
    "Line": _line,
    "Polygon": _polygon,
    "Text": _text,
}
