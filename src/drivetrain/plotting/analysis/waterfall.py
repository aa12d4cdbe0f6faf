"""Picture of an order map: amplitudes as colours over order and speed, or time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, LogNorm, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.order_map import OrderMap
from drivetrain.analysis.order_analysis.spans import Axis
from drivetrain.errors import UsageError
from drivetrain.plotting.analysis.frames import Scale, drawn_picture, scale_of
from drivetrain.plotting.analysis.order_curves import axis_label, axis_scale

__all__ = ["order_map"]

Floats = NDArray[np.float64]

_SIZE = (7.2, 4.4)
_COLOURS = LinearSegmentedColormap.from_list(
    "orders", ["#ffffff", "#fcd9a6", "#e8702a", "#b0304f", "#5a1a66", "#0d0828"]
)
"""From white to dark, steadily: readable in print, without colour."""
_LABELLED, _MOST_TICKS = 8, 14
_FAINT = 0.02
"""Orders below this part of the strongest are not labelled."""
_DECADES = 1e-3


def order_map(
    found: OrderMap,
    axis: Axis,
    *,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | None = None,
    speed_unit: str | None = None,
    logarithmic: bool = False,
) -> Figure:
    """Draw an order map.

    Parameters
    ----------
    found : OrderMap
        The map.
    axis : Axis
        What it is drawn over.
    path, title, unit, speed_unit, logarithmic
        As for :meth:`OrderMap.plot`.
    """
    _check_axis(axis)
    scale, along = scale_of(found.unit, unit, found.signal), axis_scale(axis, speed_unit)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        shown = _draw_colours(axes, found, along.of(axis.values), scale, logarithmic)
        figure.colorbar(shown, ax=axes, label=f"amplitude in {scale.label}", pad=0.02)
        axes.set_xlabel(f"order over {found.shaft}")
        axes.set_ylabel(axis_label(axis, along))
        axes.set_title(found.signal if title is None else title, loc="left", pad=18)
        _label_orders(axes, found)

    return drawn_picture(draw, _SIZE, path)


def _check_axis(axis: Axis) -> None:
    """Refuse an axis on which windows would lie upon each other."""
    steps = np.diff(axis.values)
    if not ((steps > 0).all() or (steps < 0).all()):
        raise UsageError(
            f"over={axis.name!r}: it neither grows nor falls steadily from window to window, so "
            "that windows would hide each other; draw over='time', or a part of the run, "
            "orders(…, between=(…, …))"
        )


def _draw_colours(
    axes: Axes, found: OrderMap, places: Floats, scale: Scale, logarithmic: bool
) -> ScalarMappable:
    """Draw one stripe per window, and no colour for the mean and for what was left out."""
    amplitudes = scale.of(found.amplitudes[:, 1:])
    top = float(amplitudes.max(initial=0.0)) or 1.0
    norm = LogNorm(_DECADES * top, top, clip=True) if logarithmic else Normalize(0.0, top)
    step = 1 / found.resolution.revolutions
    sides = np.append(found.orders[1:] - step / 2, found.orders[-1] + step / 2)
    for stretch in np.unique(found.spans.stretch):
        own = found.spans.stretch == stretch
        edges = _edges(places[own], places)
        axes.pcolormesh(sides, edges, amplitudes[own], norm=norm, cmap=_COLOURS, rasterized=True)
    axes.grid(False)
    axes.set_xlim(float(sides[0]), float(sides[-1]))
    axes.xaxis.set_major_locator(MaxNLocator(_MOST_TICKS, integer=True))
    return ScalarMappable(norm, _COLOURS)


def _edges(places: Floats, all_places: Floats) -> Floats:
    """Return the edges of stripes around the middles of windows."""
    if len(places) == 1:
        apart = np.abs(np.diff(all_places)).min(initial=np.inf)
        half = (apart if np.isfinite(apart) else max(abs(float(places[0])), 1.0) / 10) / 2
        return np.array([places[0] - half, places[0] + half])
    middles = (places[1:] + places[:-1]) / 2
    first, last = 2 * places[0] - middles[0], 2 * places[-1] - middles[-1]
    return np.concatenate([[first], middles, [last]])


def _label_orders(axes: Axes, found: OrderMap) -> None:
    """Write the strongest orders above the map."""
    largest = found.amplitudes[:, 1:].max(initial=0.0)
    orders = [
        order
        for order in found.strongest(_LABELLED)
        if found.order(order).peak.amplitude > _FAINT * largest
    ]
    upper = axes.secondary_xaxis("top")
    upper.set_xticks(orders, [f"{order:g}" for order in orders])
    upper.tick_params(labelsize=8, length=3)
