"""What a drawing consists of. Lengths are in pixels; y points downwards, as in SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Drawing", "Group", "Item", "Label", "Shape", "Step", "box", "circle", "closed", "line"]

Point: TypeAlias = tuple[float, float]
Step: TypeAlias = tuple[str, tuple[float, ...]]
"""A step of an outline: ``M x y``, ``L x y``, ``C x1 y1 x2 y2 x y``, ``Z``, as in SVG."""


@dataclass(frozen=True)
class Shape:
    """An outline.

    Attributes
    ----------
    steps : tuple of Step
        The outline.
    look : str
        Names of looks, see :mod:`drivetrain.diagram.drawing.looks`, separated by spaces.
    path : str
        What it shows: a part, a port, a connection; empty for decoration.
    title : str
        Text that appears when the pointer rests on it.
    """

    steps: tuple[Step, ...]
    look: str
    path: str = ""
    title: str = ""


@dataclass(frozen=True)
class Label:
    """A line of text.

    Attributes
    ----------
    x, y : float
        Where it is anchored; y is the baseline.
    text : str
        The text, as plain text.
    look : str
        Names of looks.
    anchor : {"start", "middle", "end"}
        Which point of the text is at `x`.
    path, title : str
        As for :class:`Shape`.
    """

    x: float
    y: float
    text: str
    look: str = "name"
    anchor: str = "middle"
    path: str = ""
    title: str = ""


@dataclass(frozen=True)
class Group:
    """Items that belong together, such as everything that shows one part.

    Attributes
    ----------
    items : tuple of Item
        What it consists of.
    path : str
        The part that it shows.
    title : str
        Text that appears when the pointer rests on it.
    look : str
        Names of looks for all of it.
    """

    items: tuple[Item, ...]
    path: str = ""
    title: str = ""
    look: str = ""


Item: TypeAlias = Shape | Label | Group


@dataclass(frozen=True)
class Drawing:
    """A drawing.

    Attributes
    ----------
    width, height : float
        Its size.
    items : tuple of Item
        What it consists of, in the order in which it is drawn.
    title : str
        Name of the model.
    description : str
        What it shows, as a sentence for those who cannot see it.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    title: str
    description: str


def line(points: Sequence[Point], look: str, path: str = "", title: str = "") -> Shape:
    """Return an open line through points."""
    steps = tuple(("M" if k == 0 else "L", (x, y)) for k, (x, y) in enumerate(points))
    return Shape(steps, look, path, title)


def box(
    x: float, y: float, width: float, height: float, look: str, path: str = "", title: str = ""
) -> Shape:
    """Return a rectangle by its upper left corner and its size."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return closed(corners, look, path, title)


def closed(corners: Iterable[Point], look: str, path: str = "", title: str = "") -> Shape:
    """Return a closed polygon."""
    opened = line(tuple(corners), look, path, title)
    return Shape((*opened.steps, ("Z", ())), look, path, title)


def circle(x: float, y: float, r: float, look: str, path: str = "", title: str = "") -> Shape:
    """Return a circle, as four curves."""
    k = 0.5522847498 * r  # the best approximation of a quarter by a cubic curve
    steps: tuple[Step, ...] = (
        ("M", (x + r, y)),
        ("C", (x + r, y + k, x + k, y + r, x, y + r)),
        ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)),
        ("C", (x + k, y - r, x + r, y - k, x + r, y)),
        ("Z", ()),
    )
    return Shape(steps, look, path, title)
