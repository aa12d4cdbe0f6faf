"""Put items that are drawn around the point (0, 0) at a place of a page."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from drivetrain.diagram.drawing.items import Group, Item, Label, Shape

__all__ = ["Frame"]

Point: TypeAlias = tuple[float, float]
_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


@dataclass(frozen=True)
class Frame:
    """A place, a magnification and a turn.

    Attributes
    ----------
    x, y : float
        Where (0, 0) is, px, y downwards.
    across, down : float
        Magnification of widths and heights; negative if mirrored.
    rotation : float
        By how much it is turned counterclockwise, in degrees, after it is mirrored.
    """

    x: float
    y: float
    across: float = 1.0
    down: float = 1.0
    rotation: float = 0.0

    def page(self, point: Point) -> Point:
        """Return where a point is on the page."""
        c, s = self._turn()
        x, y = point[0] * self.across, point[1] * self.down
        return self.x + c * x + s * y, self.y - s * x + c * y

    def own(self, point: Point) -> Point:
        """Return which point is at a place of the page."""
        c, s = self._turn()
        x, y = point[0] - self.x, point[1] - self.y
        return (c * x - s * y) / self.across, (s * x + c * y) / self.down

    def _turn(self) -> Point:
        quarters = self.rotation / 90.0
        if quarters == round(quarters):
            return _QUARTERS[round(quarters) % 4]
        angle = math.radians(self.rotation)
        return math.cos(angle), math.sin(angle)

    def put(self, item: Item, looks: dict[str, str] | None = None) -> Item:
        """Return an item at its place; texts are moved, but not turned.

        Parameters
        ----------
        item : Item
            The item.
        looks : dict, optional
            Looks in place of others.
        """
        if isinstance(item, Group):
            inner = tuple(self.put(one, looks) for one in item.items)
            return Group(inner, item.path, item.title, item.look)
        if isinstance(item, Label):
            x, y = self.page((item.x, item.y))
            return Label(x, y, item.text, item.look, item.anchor)
        steps = tuple((letter, self._values(values)) for letter, values in item.steps)
        return Shape(steps, (looks or {}).get(item.look, item.look))

    def _values(self, values: tuple[float, ...]) -> tuple[float, ...]:
        points = [self.page(one) for one in zip(values[::2], values[1::2], strict=True)]
        return tuple(v for point in points for v in point)
