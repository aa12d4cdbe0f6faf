"""What the author of a class has drawn for it, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = ["Icon", "IconShape"]

Point = tuple[float, float]


@dataclass(frozen=True)
class IconShape:
    """A shape of an icon.

    Attributes
    ----------
    kind : str
        ``"line"``, ``"area"`` for a closed outline that hides what is behind it, or ``"text"``.
    points : tuple of (float, float)
        The outline, y upwards; of a text its middle.
    text : str
        The text.
    """

    kind: str
    points: tuple[Point, ...]
    text: str = ""


@dataclass(frozen=True)
class Icon:
    """The icon of a class.

    Attributes
    ----------
    extent : (float, float, float, float)
        Left, lower, right and upper end of its coordinates.
    shapes : tuple of IconShape
        What is drawn, in this order.
    ports : mapping
        Middle of the connectors at it, by their names.
    """

    extent: tuple[float, float, float, float] = (-100.0, -100.0, 100.0, 100.0)
    shapes: tuple[IconShape, ...] = ()
    ports: Mapping[str, Point] = field(default_factory=lambda: MappingProxyType({}))
