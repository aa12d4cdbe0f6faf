"""Shapes of an energy flow: nodes, bands between them, stubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drivetrain.plotting.labels import shortened
from drivetrain.plotting.sankey.network import Band, Stub, StubKind
from drivetrain.plotting.sankey.placement import Box, Placement, Side
from drivetrain.text_tables import joules

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import PathPatch

__all__ = ["NODE_WIDTH", "STUB_COLOURS", "draw_band", "draw_node", "draw_stub"]

NODE_WIDTH = 0.1
"""Width of a node; the distance of columns is 1."""

STUB_COLOURS: dict[StubKind, str] = {
    "supplied": "#2e8540",
    "taken": "#7a5230",
    "lost": "#c0392b",
    "stored": "#1f5a94",
    "released": "#1f5a94",
    "at once": "#c09200",
    "others": "#b5b5b5",
    "left over": "#6b6b6b",
}
"""Colours of what parts get from nowhere else, or keep."""

_FORWARD, _BACKWARD, _NODE = "#8fa6bf", "#b58bb8", "#333333"
_STUB, _BULGE = 0.17, 0.28
_LONGEST_NAME = 20
_ALONG = (0.5, 0.34, 0.66)
"""Where texts are along bands."""


def draw_node(axes: Axes, box: Box) -> None:
    """Draw a node with its name above.

    Parameters
    ----------
    axes : Axes
        Where to.
    box : Box
        The node.
    """
    left = box.node.column - NODE_WIDTH / 2
    axes.bar(
        left, -box.height, NODE_WIDTH, box.top, align="edge", color=_NODE, linewidth=0, zorder=3
    )
    axes.annotate(
        shortened(box.node.name, _LONGEST_NAME), (box.node.column, box.top), (0, 3),
        textcoords="offset points", ha="center", va="bottom", fontsize=7, zorder=5,
        bbox={"boxstyle": "round,pad=0.1", "facecolor": "#ffffffb0", "linewidth": 0},
    )  # fmt: skip


def draw_stub(axes: Axes, box: Box, side: Side, stub: Stub) -> None:
    """Draw what a part gets from nowhere else, or keeps, with its energy.

    Parameters
    ----------
    axes : Axes
        Where to.
    box : Box
        The node.
    side : {"left", "right"}
        Side of the node.
    stub : Stub
        What it is.
    """
    sign = -1 if side == "left" else 1
    inner = box.node.column + sign * NODE_WIDTH / 2
    outer = inner + sign * _STUB
    top = box.slots[side, stub]
    bottom, middle = top - stub.energy, top - stub.energy / 2
    tip = 0.03 * sign
    ends = [(inner, top), (outer, top), (outer + tip, middle), (outer, bottom), (inner, bottom)]
    if stub.enters:  # the notch tells the direction
        ends[2] = (outer - tip, middle)
    axes.fill(*zip(*ends, strict=True), color=STUB_COLOURS[stub.kind], linewidth=0, zorder=2.5)
    axes.annotate(
        joules(stub.energy, 3), (outer + tip, middle), (2 * sign, 0),
        textcoords="offset points", ha="left" if sign > 0 else "right", va="center", fontsize=6,
        color=STUB_COLOURS[stub.kind], zorder=5,
        bbox={"boxstyle": "round,pad=0.08", "facecolor": "#ffffffc0", "linewidth": 0},
    )  # fmt: skip


def draw_band(axes: Axes, placement: Placement, band: Band, rank: int) -> None:
    """Draw the energy that flows from one part to another; returns run from right to left.

    Parameters
    ----------
    axes : Axes
        Where to.
    placement : Placement
        Where the nodes are.
    band : Band
        What flows.
    rank : int
        Its place among its neighbours: texts of bands side by side are not at the same place.
    """
    source, target = placement.boxes[band.source], placement.boxes[band.target]
    step = target.node.column - source.node.column
    if step:
        begin: Side = "right" if step > 0 else "left"
        end: Side = "left" if step > 0 else "right"
    else:
        begin = end = "right"
    x0, x1 = _edge(source, begin), _edge(target, end)
    y0, y1 = source.slots[begin, band], target.slots[end, band]
    inner = (x0 + x1) / 2 if step else x0 + _BULGE
    patch = _ribbon((x0, y0), (x1, y1), inner, band.energy, turns=not step)
    returns = step < 0
    patch.set(facecolor=_BACKWARD if returns else _FORWARD, alpha=0.75, linewidth=0)
    if returns:
        patch.set(hatch="\\\\\\", hatchcolor="#ffffff90")
    axes.add_patch(patch)
    place = (x0 + 0.75 * _BULGE, (y0 + y1) / 2 - band.energy / 2)
    if step:
        along = _ALONG[rank % len(_ALONG)]
        place = _between(x0, inner, inner, x1, along), _between(y0, y0, y1, y1, along)
        place = place[0], place[1] - band.energy / 2
    mark = "◀" if returns else "▶" if step else "▲" if y1 > y0 else "▼"
    axes.annotate(
        f"{mark} {joules(band.energy, 3)}", place, ha="center", va="center", fontsize=6, zorder=4
    )


def _between(first: float, second: float, third: float, last: float, along: float) -> float:
    """Return a point of a cubic curve, by its control points."""
    rest = 1 - along
    ends = rest**3 * first + along**3 * last
    return ends + 3 * rest * along * (rest * second + along * third)


def _edge(box: Box, side: Side) -> float:
    return box.node.column + (NODE_WIDTH / 2 if side == "right" else -NODE_WIDTH / 2)


def _ribbon(
    begin: tuple[float, float], end: tuple[float, float], inner: float, width: float, *, turns: bool
) -> PathPatch:
    """Return a band between two upper edges; it may turn back to the side where it began."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    (x0, y0), (x1, y1) = begin, end
    ends = (y0, y1), (y0 - width, y1 - width)
    if turns:  # what leaves at the bottom arrives at the top
        ends = (y0, y1 - width), (y0 - width, y1)
    first, second = ends
    points = [
        (x0, first[0]), (inner, first[0]), (inner, first[1]), (x1, first[1]),
        (x1, second[1]), (inner, second[1]), (inner, second[0]), (x0, second[0]), (x0, first[0]),
    ]  # fmt: skip
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
    return PathPatch(Path(points, codes))
