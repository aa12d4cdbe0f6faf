"""A machine as a scheme: discs as circles, springs as zigzag lines, gears between lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from drivetrain.plotting.analysis.shaft_layout import Layout, Line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_machine"]

Floats = NDArray[np.float64]

_INK = "#444444"
_SMALLEST, _LARGEST = 14.0, 330.0
"""Areas of circles, in square points."""
_MOST_NAMED = 40


def draw_machine(axes: Axes, layout: Layout, colours: Sequence[str]) -> None:
    """Draw a machine.

    Parameters
    ----------
    axes : Axes
        Where to draw.
    layout : Layout
        Its lines.
    colours : sequence of str
        Colours of the lines, repeated if there are more.
    """
    axes.set_axis_off()
    for k, line in enumerate(layout.lines):
        _draw_links(axes, line, colours[k % len(colours)], layout)
    _draw_discs(axes, layout, colours)
    places = layout.places()
    for line in layout.lines:
        _draw_joint(axes, line, places)
    for name, shafts in layout.further:
        _draw_further(axes, name, [places[shaft] for shaft in shafts if shaft in places])
    for shaft in layout.grounded:
        if shaft in places:
            _draw_ground(axes, *places[shaft])
    top = 0.9 if layout.further or layout.grounded else 0.55
    axes.set_ylim(-layout.tracks + 0.4, top)


def _draw_links(axes: Axes, line: Line, colour: str, layout: Layout) -> None:
    """Draw springs as zigzag lines, others dotted."""
    x = line.x.copy()
    y = np.full(len(x), -float(line.track))
    if line.joint is not None and not line.joint.name:  # a branch leaves another line
        y[0] = -float(layout.places()[line.joint.parent][1])
    many = len(x) > _MOST_NAMED
    for k, link in enumerate(line.links):
        ends = x[k : k + 2], y[k : k + 2]
        if link.elastic and not many:
            axes.plot(*_zigzag(*ends), color=colour, linewidth=1.0, zorder=2)
        else:
            style = "-" if link.elastic else (0, (1, 1.5))
            axes.plot(*ends, linestyle=style, color=colour, linewidth=1.0, zorder=2)


def _zigzag(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    part = np.array([0, 0.28, 0.33, 0.40, 0.47, 0.53, 0.60, 0.67, 0.72, 1.0])
    height = np.array([0, 0, 1, -1, 1, -1, 1, -1, 0, 0]) * 0.13
    return x[0] + part * (x[1] - x[0]), y[0] + part * (y[1] - y[0]) + height


def _at_gears(layout: Layout) -> set[int]:
    """Return the shafts at which gears are drawn."""
    joints = [line.joint for line in layout.lines if line.joint is not None and line.joint.name]
    return {shaft for joint in joints for shaft in (joint.parent, joint.child)}


def _draw_discs(axes: Axes, layout: Layout, colours: Sequence[str]) -> None:
    """Draw discs as circles whose area grows with the inertia, as seen from the first line."""
    found: dict[int, tuple[float, float, float, str, str]] = {}
    for k, line in enumerate(layout.lines):
        for shaft, x in zip(line.shafts, line.x.tolist(), strict=True):
            discs = layout.discs.get(shaft, [])
            if discs and shaft not in found:
                inertia = sum(0.0 if np.isnan(d.inertia) else d.inertia for d in discs)
                name = discs[0].name + (f" +{len(discs) - 1}" if len(discs) > 1 else "")
                colour = colours[k % len(colours)]
                found[shaft] = x, -float(line.track), inertia * line.scale**2, name, colour
    if not found:
        return
    size = np.sqrt([one[2] for one in found.values()])
    share = size / max(size.max(), 1e-300)
    area = np.minimum(np.maximum(_SMALLEST, _LARGEST * share), _widest(axes, layout))
    axes.scatter(
        [one[0] for one in found.values()], [one[1] for one in found.values()], s=area,
        c=[one[4] for one in found.values()], edgecolors="white", linewidths=0.5, zorder=4,
    )  # fmt: skip
    at_gears = _at_gears(layout)
    room = np.array([10.0 if shaft in at_gears else 0.0 for shaft in found])
    _draw_names(axes, list(found.values()), 4 + np.maximum(np.sqrt(area) / 2, room))


def _widest(axes: Axes, layout: Layout) -> float:
    """Return the area of circles that leave room between each other, in square points."""
    ends = [x for line in layout.lines for x in (float(line.x.min()), float(line.x.max()))]
    figure = axes.figure
    width = float(figure.get_figwidth()) * 66 if hasattr(figure, "get_figwidth") else 500.0
    return (0.6 * width / (max(ends) - min(ends) + 1)) ** 2


def _draw_names(
    axes: Axes, discs: Sequence[tuple[float, float, float, str, str]], below: Floats
) -> None:
    """Write the names of discs under them, of long rows only some."""
    step = 1 if len(discs) <= _MOST_NAMED else int(np.ceil(len(discs) / 12))
    crowded = len(discs) > 7
    for k, (x, y, _, name, colour) in enumerate(discs):
        if k % step and k != len(discs) - 1:
            continue
        axes.annotate(
            name, (x, y), (0, -below[k]), textcoords="offset points", fontsize=7, color=colour,
            rotation=90 if crowded else 0, ha="center", va="top", annotation_clip=False,
        )  # fmt: skip


def _draw_joint(axes: Axes, line: Line, places: dict[int, tuple[float, int]]) -> None:
    """Draw a gear between two lines, with its ratio."""
    if line.joint is None or not line.joint.name:
        return
    x, row = places[line.joint.parent]
    ends = [x, float(line.x[0])], [-float(row), -float(line.track)]
    axes.plot(
        *ends, ":", color=_INK, linewidth=1.0, marker="|", markersize=15, markeredgewidth=2.0,
        zorder=1,
    )  # fmt: skip
    told = f"{line.joint.name}\n1 : {line.step:.4g}"
    level = ends[1][0] == ends[1][1]
    axes.annotate(
        told, (sum(ends[0]) / 2, sum(ends[1]) / 2), (0, 8) if level else (6, 3), fontsize=6.5,
        textcoords="offset points", color=_INK, annotation_clip=False,
        ha="center" if level else "left", va="bottom" if level else "center",
    )  # fmt: skip


def _draw_further(axes: Axes, name: str, places: Sequence[tuple[float, int]]) -> None:
    """Draw what couples several shafts."""
    if len(places) < 2:
        return
    x = float(np.mean([one[0] for one in places]))
    y = float(np.mean([-one[1] for one in places])) + 0.42
    for at, row in places:
        axes.plot([x, at], [y, -row], color=_INK, linewidth=0.8, zorder=1)
    axes.annotate(
        name, (x, y), (0, 3), textcoords="offset points", fontsize=6.5, color=_INK, ha="center",
        va="bottom", annotation_clip=False,
    )  # fmt: skip


def _draw_ground(axes: Axes, x: float, row: int) -> None:
    """Draw a tie to the ground."""
    axes.plot([x, x], [-row, -row + 0.42], color=_INK, linewidth=1.0, zorder=1)
    axes.plot([x - 0.18, x + 0.18], [-row + 0.42] * 2, color=_INK, linewidth=2.0, zorder=1)
