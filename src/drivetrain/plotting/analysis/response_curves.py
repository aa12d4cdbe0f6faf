"""Pictures of the response to excitation by orders, over the speed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from drivetrain.analysis.limits import Limit, ShaftLimits
from drivetrain.analysis.order_response.order_response import OrderResponse
from drivetrain.analysis.order_response.output_orders import OutputOrders
from drivetrain.errors import UsageError
from drivetrain.plotting.analysis.frames import Scale, drawn_picture, scale_of
from drivetrain.plotting.analysis.limits import check_over_speed

__all__ = ["order_response", "order_responses"]

Floats = NDArray[np.float64]

_WIDTH, _HEIGHT = 7.2, 3.2
_BOLD: dict[str, Any] = {"color": "#222222", "linewidth": 2.2, "zorder": 1.5}
_MOST_LABELLED = 8
"""Orders that are labelled; the weakest are drawn without."""
_LEAST_LABELLED = 0.02
"""Largest amplitude of an order, relative to that of the strongest, from which it is labelled."""


def order_response(
    found: OutputOrders,
    *,
    limits: Limit | ShaftLimits | None = None,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | None = None,
    speed_unit: str | None = None,
) -> Figure:
    """Draw orders and half range of one output; see :meth:`OutputOrders.plot`."""
    if limits is not None:
        if unit is not None or speed_unit is not None:
            raise UsageError(
                "plot: with limits, units are those of the limits; leave out unit=… and "
                "speed_unit=…"
            )
        return check_over_speed(found.check(limits), orders=_labelled(found, limits), path=path)
    speed = scale_of("rad/s", speed_unit, "speed")

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        _draw(axes, found, scale_of(found.unit, unit, found.name), speed)
        axes.set_xlabel(f"speed of {found.shaft} in {speed.label}")
        if title is not None:
            axes.set_title(title, loc="left")

    return drawn_picture(draw, (_WIDTH, _HEIGHT), path)


def order_responses(
    whole: OrderResponse,
    some: Sequence[OutputOrders],
    *,
    path: str | Path | None = None,
    title: str | None = None,
    speed_unit: str | None = None,
) -> Figure:
    """Draw several outputs, one panel each; see :meth:`OrderResponse.plot`."""
    speed = scale_of("rad/s", speed_unit, "speed")

    def draw(figure: Figure) -> None:
        panels = figure.subplots(len(some), 1, sharex=True, squeeze=False)[:, 0]
        for axes, one in zip(panels, some, strict=True):
            _draw(axes, one, scale_of(one.unit, None, one.name), speed)
        panels[-1].set_xlabel(f"speed of {whole.shaft} in {speed.label}")
        figure.suptitle(whole.title if title is None else title, x=0.01, ha="left")

    return drawn_picture(draw, (_WIDTH, 0.6 + 0.8 * _HEIGHT * len(some)), path)


def _draw(axes: Axes, found: OutputOrders, scale: Scale, speed: Scale) -> None:
    """Draw one output into axes: the half range bold, orders thin and labelled at their peaks."""
    speeds = speed.of(found.speeds)
    amplitudes = scale.of(found.amplitudes)
    whole = found.upper_bound if found.revolutions is None else found.half_range
    label = "sum of amplitudes" if found.revolutions is None else "half range"
    axes.plot(speeds, scale.of(whole), label=label, **_BOLD)
    named = _strongest(found)
    for place, number in enumerate(found.orders):
        if place in named:
            axes.plot(speeds, amplitudes[:, place], linewidth=1.0, label=f"order {number:g}")
        else:
            axes.plot(speeds, amplitudes[:, place], linewidth=0.6, color="#bbbbbb", zorder=1.0)
    axes.set_xlim(speeds[0], speeds[-1])
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel(f"amplitude in {scale.label}")
    axes.set_title(found.name, loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


def _strongest(found: OutputOrders) -> list[int]:
    """Return the places of the orders that are labelled."""
    peaks = found.amplitudes.max(axis=0)
    strongest = np.argsort(-peaks)[:_MOST_LABELLED]
    return sorted(strongest[peaks[strongest] > _LEAST_LABELLED * peaks.max()].tolist())


def _labelled(found: OutputOrders, limits: Limit | ShaftLimits) -> dict[str, Floats]:
    """Return amplitudes of the strongest orders by their labels, in the unit of a limit."""
    shown = {f"order {found.orders[k]:g}": found.amplitudes[:, k] for k in _strongest(found)}
    if isinstance(limits, Limit):
        return shown
    return {label: limits.section.stress(values) for label, values in shown.items()}
