"""Put the drawing of a symbol at a place: moved, scaled, mirrored, turned."""

from __future__ import annotations

from dataclasses import dataclass, replace

from drivetrain.diagram.drawing import Group, Item, Label, Shape

__all__ = ["Place", "placed"]


@dataclass(frozen=True)
class Place:
    """Where the middle of a symbol goes.

    Attributes
    ----------
    x, y : float
        The place.
    scale : float
        Magnification.
    mirrored : bool
        Whether left and right change places.
    turned : bool
        Whether its left end points down.
    """

    x: float
    y: float
    scale: float = 1.0
    mirrored: bool = False
    turned: bool = False

    def of(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the symbol goes."""
        x, y = self.scale * (-x if self.mirrored else x), self.scale * y
        if self.turned:
            x, y = y, -x
        return self.x + x, self.y + y


def placed(item: Item, place: Place) -> Item:
    """Return an item of a symbol at its place."""
    if isinstance(item, Group):
        return replace(item, items=tuple(placed(one, place) for one in item.items))
    if isinstance(item, Label):
        x, y = place.of(item.x, item.y)
        return replace(item, x=x, y=y)
    return _placed_shape(item, place)


def _placed_shape(shape: Shape, place: Place) -> Shape:
    steps = []
    for letter, values in shape.steps:
        pairs = zip(values[::2], values[1::2], strict=True)
        points = [coordinate for x, y in pairs for coordinate in place.of(x, y)]
        steps.append((letter, tuple(points)))
    return replace(shape, steps=tuple(steps))
