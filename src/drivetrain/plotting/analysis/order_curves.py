"""Pictures of orders and half ranges as curves over speed, time or a variable."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from drivetrain.analysis.order_analysis.half_range import HalfRange
from drivetrain.analysis.order_analysis.order_map import OrderMap
from drivetrain.analysis.order_analysis.order_track import OrderTrack
from drivetrain.analysis.order_analysis.spans import SPEED, Axis
from drivetrain.plotting.analysis.frames import Scale, drawn_picture, scale_of

__all__ = ["axis_label", "axis_scale", "half_range", "order_lines", "order_track"]

_WIDTH, _HEIGHT = 7.2, 3.2
_BOLD: dict[str, Any] = {"color": "#222222", "linewidth": 2.2, "zorder": 1.5}
_MANY_POINTS = 60


def axis_scale(axis: Axis, speed_unit: str | None) -> Scale:
    """Return the unit of an axis; a unit for speeds is for speeds only.

    Parameters
    ----------
    axis : Axis
        The axis.
    speed_unit : str, optional
        Unit of speeds.
    """
    return scale_of(axis.unit, speed_unit if axis.unit == "rad/s" else None, axis.name)


def axis_label(axis: Axis, scale: Scale) -> str:
    """Return the label of an axis."""
    name = "mean speed" if axis.name == SPEED else axis.name
    return f"{name} in {scale.label}"


def half_range(
    found: HalfRange,
    *,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | None = None,
    speed_unit: str | None = None,
) -> Figure:
    """Draw half ranges; see :meth:`HalfRange.plot` for the arguments."""
    scale = scale_of(found.unit, unit, found.signal)
    along = axis_scale(found.along, speed_unit)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        axes.plot(along.of(found.along.values), scale.of(found.values), **_style(found.values))
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(axis_label(found.along, along))
        axes.set_ylabel(f"half range in {scale.label}")
        axes.set_title(found.signal if title is None else title, loc="left")

    return drawn_picture(draw, (_WIDTH, _HEIGHT), path)


def order_track(
    found: OrderTrack,
    *,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | None = None,
    speed_unit: str | None = None,
) -> Figure:
    """Draw amplitude and phase of an order; see :meth:`OrderTrack.plot` for the arguments."""
    scale = scale_of(found.unit, unit, found.signal)
    along = axis_scale(found.along, speed_unit)
    usual = f"order {found.number:g} of {found.signal}"

    def draw(figure: Figure) -> None:
        upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=[3, 2])
        style = _style(found.amplitude)
        upper.plot(along.of(found.along.values), scale.of(found.amplitude), **style)
        upper.set_ylim(bottom=0.0)
        upper.set_ylabel(f"amplitude in {scale.label}")
        lower.plot(along.of(found.along.values), np.degrees(found.phase), **style)
        _limit_degrees(lower)
        lower.set_xlabel(axis_label(found.along, along))
        upper.set_title(usual if title is None else title, loc="left")

    return drawn_picture(draw, (_WIDTH, 1.4 * _HEIGHT), path)


def order_lines(
    found: OrderMap,
    tracks: Sequence[OrderTrack],
    axis: Axis,
    *,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | None = None,
    speed_unit: str | None = None,
) -> Figure:
    """Draw some orders, and the half range; see :meth:`OrderMap.plot_orders` for the arguments.

    Parameters
    ----------
    found : OrderMap
        The map.
    tracks : sequence of OrderTrack
        The orders.
    axis : Axis
        What they are drawn over.
    path, title, unit, speed_unit
        As there.
    """
    scale, along = scale_of(found.unit, unit, found.signal), axis_scale(axis, speed_unit)
    whole = found.half_range.over(axis.name)

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        turns, values = along.of(whole.along.values), scale.of(whole.values)
        axes.plot(turns, values, label="half range", **_BOLD)
        for track in tracks:
            label = f"order {track.number:g}"
            axes.plot(along.of(axis.values), scale.of(track.amplitude), label=label)
        axes.set_ylim(bottom=0.0)
        axes.set_xlabel(axis_label(axis, along))
        axes.set_ylabel(f"amplitude in {scale.label}")
        axes.set_title(found.signal if title is None else title, loc="left")
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))

    return drawn_picture(draw, (_WIDTH, _HEIGHT), path)


def _style(values: NDArray[np.float64]) -> dict[str, Any]:
    """Return a style that shows single windows if there are few."""
    return {"marker": "o", "markersize": 3} if len(values) <= _MANY_POINTS else {}


def _limit_degrees(axes: Axes) -> None:
    axes.set_ylim(-190, 190)
    axes.set_yticks([-180, -90, 0, 90, 180])
    axes.set_ylabel("phase in °")
