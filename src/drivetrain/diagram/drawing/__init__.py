"""Drawings: lines, shapes and labels with looks, written as SVG or drawn with matplotlib."""

from drivetrain.diagram.drawing.figure import to_figure
from drivetrain.diagram.drawing.items import (
    Drawing,
    Group,
    Item,
    Label,
    Shape,
    box,
    circle,
    closed,
    line,
)
from drivetrain.diagram.drawing.svg import to_svg

__all__ = [
    "Drawing",
    "Group",
    "Item",
    "Label",
    "Shape",
    "box",
    "circle",
    "closed",
    "line",
    "to_figure",
    "to_svg",
]
