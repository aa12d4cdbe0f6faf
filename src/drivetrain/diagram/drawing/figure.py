"""Draw a drawing with matplotlib, for PNG and PDF without a further renderer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from drivetrain.diagram.drawing.items import Drawing, Group, Item, Label, Shape
from drivetrain.diagram.drawing.looks import LIGHT, Look, look_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["to_figure"]

_PIXELS_PER_INCH = 96.0
_POINTS_PER_PIXEL = 72.0 / _PIXELS_PER_INCH
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def to_figure(drawing: Drawing, scale: float = 1.0) -> Figure:
    """Return a drawing as a figure of matplotlib.

    Parameters
    ----------
    drawing : Drawing
        The drawing.
    scale : float
        Magnification.
    """
    from matplotlib.figure import Figure

    size = (drawing.width * scale / _PIXELS_PER_INCH, drawing.height * scale / _PIXELS_PER_INCH)
    figure = Figure(figsize=size)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    axes.set_axis_off()
    for item, look in _flat(drawing.items, ""):
        if isinstance(item, Label):
            _draw_label(axes, item, look_of(f"{look} {item.look}"), scale)
        else:
            _draw_shape(axes, item, look_of(f"{look} {item.look}"), scale)
    return figure


def _flat(items: tuple[Item, ...], look: str) -> Iterator[tuple[Shape | Label, str]]:
    for item in items:
        if isinstance(item, Group):
            yield from _flat(item.items, f"{look} {item.look}")
        else:
            yield item, look


def _draw_shape(axes: Any, shape: Shape, look: Look, scale: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    codes: list[Any] = []
    points: list[tuple[float, float]] = []
    kinds = {"M": Path.MOVETO, "L": Path.LINETO, "C": Path.CURVE4, "Z": Path.CLOSEPOLY}
    for letter, values in shape.steps:
        pairs = list(zip(values[::2], values[1::2], strict=True)) or [points[0]]
        points += pairs
        codes += [kinds[letter]] * len(pairs)
    unit = _POINTS_PER_PIXEL * scale
    width = (1.0 if look.width is None else look.width) * unit
    fill = _colour(look.fill)
    patch = PathPatch(
        Path(points, codes),
        edgecolor=_colour(look.stroke) or "none",
        facecolor=fill or "none",
        linewidth=width,
        capstyle="butt",
        joinstyle="round",
    )
    if look.dashes is not None and width:
        patch.set_linestyle((0, tuple(one * unit / width for one in look.dashes)))
    axes.add_patch(patch)


def _draw_label(axes: Any, label: Label, look: Look, scale: float) -> None:
    size = (11.0 if look.size is None else look.size) * _POINTS_PER_PIXEL * scale
    axes.text(
        label.x,
        label.y,
        label.text,
        fontsize=size,
        color=_colour(look.fill) or LIGHT["ink"],
        ha=_ANCHORS[label.anchor],
        va="baseline",
        fontweight="bold" if look.bold else "normal",
        fontstyle="italic" if look.italic else "normal",
        family="DejaVu Sans",
        parse_math=False,
    )


def _colour(name: str | None) -> str | None:
    if name is None or name == "none":
        return None
    return LIGHT.get(name, name)
