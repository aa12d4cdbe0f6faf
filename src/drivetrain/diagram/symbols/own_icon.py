"""Make a symbol of the icon that the author of a class has drawn."""

from __future__ import annotations

from typing import Final

from drivetrain.diagram.drawing import Item, Label, line
from drivetrain.diagram.symbols.symbol import Symbol
from drivetrain.modeling.presentation.icon import Icon, IconShape

__all__ = ["symbol_of_icon"]

_WIDTH: Final = 52.0
"""Width of a symbol, px."""
_LOOKS: Final = {"line": "symbol", "area": "mass"}


def symbol_of_icon(icon: Icon) -> Symbol:
    """Return a symbol of the usual width, with the connectors where the icon has them.

    Parameters
    ----------
    icon : Icon
        What is drawn.
    """
    left, low, right, high = icon.extent
    scale = _WIDTH / (right - left)
    height = scale * (high - low)

    def moved(point: tuple[float, float]) -> tuple[float, float]:
        return (
            scale * (point[0] - (left + right) / 2),
            -scale * (point[1] - (low + high) / 2),
        )

    def item(shape: IconShape) -> Item:
        points = tuple(moved(point) for point in shape.points)
        if shape.kind == "text":
            return Label(points[0][0], points[0][1] + 4, shape.text, "class")
        return line(points, _LOOKS[shape.kind])

    places = {
        name: place for name, point in icon.ports.items()
        if (place := _side(moved(point), height)) is not None
    }  # fmt: skip
    return Symbol(_WIDTH, height, tuple(map(item, icon.shapes)), places=places)


def _side(point: tuple[float, float], height: float) -> tuple[str, float] | None:
    """Return the side at which a connector is; None for one in the middle."""
    x, y = point[0] / _WIDTH, point[1] / height
    if max(abs(x), abs(y)) < 0.2:
        return None
    if abs(x) >= abs(y):
        return ("left" if x < 0 else "right"), max(-height / 2, min(height / 2, point[1]))
    return ("top" if y < 0 else "bottom"), max(-_WIDTH / 2, min(_WIDTH / 2, point[0]))
