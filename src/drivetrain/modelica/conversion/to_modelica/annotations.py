"""Write where the author of a class has drawn its parts and lines as annotations of Modelica."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drivetrain.modelica.conversion.to_modelica.expressions import number
from drivetrain.modelica.conversion.to_modelica.modifiers import modification
from drivetrain.modelica.conversion.to_modelica.names import reference
from drivetrain.modelica.syntax import nodes

__all__ = ["line_annotation", "placement"]

_USUAL = (20.0, 20.0, 0.0)
"""Width, height and turn of a part of which they are not told."""


def placement(cls: type[Any], name: str) -> tuple[nodes.Argument, ...] | None:
    """Return the annotation that places a member of a class; None if it has no place.

    Parameters
    ----------
    cls : type
        The class.
    name : str
        The member.
    """
    place = cls.diagram_places.get(name)
    if place is None:
        return None
    x, y, width, height, rotation = tuple(place) + _USUAL[len(place) - 2 :]
    w, h = width / 2, height / 2
    given = [modification("extent", _points(((-w, -h), (w, h)))),
             modification("origin", _point((x, y)))]  # fmt: skip
    if rotation:
        given.append(modification("rotation", number(rotation)))
    inner = nodes.Modification(reference("transformation"), tuple(given), None)
    return (nodes.Modification(reference("Placement"), (inner,), None),)


def line_annotation(cls: type[Any], first: str, second: str) -> tuple[nodes.Argument, ...] | None:
    """Return the annotation that draws a connection of a class; None if it is not drawn.

    Parameters
    ----------
    cls : type
        The class.
    first, second : str
        Paths of the ports, without indices.
    """
    points = cls.diagram_lines.get((first, second))
    if points is None:
        return None
    inner = modification("points", _points(points))
    return (nodes.Modification(reference("Line"), (inner,), None),)


def _points(points: Sequence[Sequence[float]]) -> nodes.Expression:
    return nodes.ArrayConstructor(tuple(map(_point, points)))


def _point(point: Sequence[float]) -> nodes.Expression:
    return nodes.ArrayConstructor(tuple(number(_plain(one)) for one in point))


def _plain(value: float) -> float:
    return int(value) if value == int(value) else value
