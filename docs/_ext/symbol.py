"""The symbol with which diagrams show a component, as SVG in one line."""

from __future__ import annotations

from drivetrain.diagram.drawing import Drawing, Group, to_svg
from drivetrain.diagram.drawing.items import Item, Shape
from drivetrain.diagram.symbols import symbol_named
from drivetrain.modeling import Component

__all__ = ["symbol"]

_MARGIN = 6.0


def symbol(cls: type[Component], scale: float = 1.0) -> str:
    """Return the symbol of a class; nothing if it is drawn as a box with its name.

    Parameters
    ----------
    cls : type
        A component class.
    scale : float
        Magnification.
    """
    found = symbol_named(cls.symbol)
    if found is None:
        return ""
    width = found.width + 2 * _MARGIN
    height = 2 * max(found.height / 2, -found.upper, found.lower) + 2 * _MARGIN
    items = tuple(_moved(item, width / 2, height / 2) for item in found.items)
    drawing = Drawing(width, height, items, cls.__name__, f"Symbol of {cls.__name__}")
    made = to_svg(drawing, name="symbol").replace("\n", "")
    size = f'width="{scale * width:g}" height="{scale * height:g}" viewBox'
    return made.replace(f'width="{width:g}" height="{height:g}" viewBox', size)


def _moved(item: Item, x: float, y: float) -> Item:
    if isinstance(item, Group):
        return Group(tuple(_moved(one, x, y) for one in item.items))
    assert isinstance(item, Shape)
    steps = tuple(
        (letter, tuple(v + (x, y)[k % 2] for k, v in enumerate(values)))
        for letter, values in item.steps
    )
    return Shape(steps, item.look)
