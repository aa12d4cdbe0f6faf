"""Pictures of periodic motions: signals over the period, multipliers, and nonlinear responses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from drivetrain.analysis.cycles.cycle import Cycle
from drivetrain.analysis.cycles.floquet import CRITICAL
from drivetrain.analysis.cycles.nonlinear_response import (
    CROSSING,
    DOUBLING,
    SWINGING,
    Fold,
    NonlinearResponse,
    StabilityChange,
)
from drivetrain.plotting.analysis.frames import Scale, drawn_picture, scale_of
from drivetrain.plotting.curves.drawing import draw_events, draw_panel
from drivetrain.plotting.curves.panels import Panel
from drivetrain.plotting.result import panels_of

__all__ = ["plot_cycle", "plot_nonlinear_response"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_WIDTH, _HEIGHT, _CIRCLE = 7.2, 3.0, 2.9
_GREY = "#8a8a8a"
_INSIDE, _OUTSIDE, _NEUTRAL = "#1f5a94", "#d1541b", "#ffffff"
_SAME = 0.06
"""Distance of multipliers that share one number, as a part of the axes."""
_MARGIN = 1.18
_HALF: dict[str, Any] = {"label": "half range", "color": "#1f5a94", "linewidth": 1.6, "zorder": 2.2}
_FIRST: dict[str, Any] = {"label": "first harmonic", "color": "#c09200", "linewidth": 0.9}
_DASHED: dict[str, Any] = {"linestyle": (0, (3.5, 1.8))}
_GAP = np.full((2, 1), np.nan)
_SYMBOLS = {DOUBLING: "s", SWINGING: "D", CROSSING: "^"}


def plot_cycle(
    cycle: Cycle, names: Sequence[str], *, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw signals over one period, and the multipliers; see :meth:`Cycle.plot`."""
    panels = panels_of(cycle.result, names) if names else []
    heights = [panel.height for panel in panels]

    def draw(figure: Figure) -> None:
        ratios = [_WIDTH, _CIRCLE][not panels :]
        *left, right = figure.subfigures(1, len(ratios), squeeze=False, width_ratios=ratios)[0]
        for part in left:
            _draw_period(part.subplots(len(panels), 1, sharex=True, squeeze=False), panels, cycle)
        _draw_circle(right.subplots(), cycle)
        figure.suptitle(cycle.title if title is None else title, x=0.01, ha="left")

    width = _WIDTH + _CIRCLE if panels else _CIRCLE + 1.3
    return drawn_picture(draw, (width, max(sum(heights), _CIRCLE) + 0.6), path)


def _draw_period(grid: Any, panels: Sequence[Panel], cycle: Cycle) -> None:
    begin = float(cycle.result.time[0])
    for axes, panel in zip(grid[:, 0], panels, strict=True):
        draw_events(axes, cycle.result, begin)
        draw_panel(axes, panel, begin)
    grid[-1, 0].set_xlim(0.0, cycle.period)
    grid[-1, 0].set_xlabel("time in the period in s")


# -- multipliers -----------------------------------------------------------------------------------


def _draw_circle(axes: Axes, cycle: Cycle) -> None:
    """Draw multipliers about the unit circle; those that are 1 for a known reason are hollow."""
    turn = np.exp(2j * np.pi * np.linspace(0.0, 1.0, 361))
    axes.plot(turn.real, turn.imag, color=_GREY, linewidth=0.9)
    for draw in (axes.axhline, axes.axvline):
        draw(0.0, color=_GREY, linewidth=0.4, zorder=0.5)
    values = cycle.multipliers
    known = len(cycle.free) + cycle.is_autonomous
    deciding = values[: len(values) - known]
    outside = np.abs(deciding) > 1.0 + CRITICAL
    _dots(axes, deciding[~outside], _INSIDE, "fade")
    _dots(axes, deciding[outside], _OUTSIDE, "grow")
    _dots(axes, values[len(deciding) :], _NEUTRAL, "free, or a shift in time")
    extent = _MARGIN * max(1.0, float(np.abs(values).max(initial=0.0)))
    _count(axes, values, extent)
    axes.set_xlim(-extent, extent)
    axes.set_ylim(-extent, extent)
    axes.set_aspect("equal", anchor="N")
    axes.grid(visible=False)
    axes.set_xlabel("real part")
    axes.set_ylabel("imaginary part")
    axes.set_title("Floquet multipliers", loc="left")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.22), handletextpad=0.2)


def _dots(axes: Axes, values: Complexes, colour: str, label: str) -> None:
    if len(values):
        style: dict[str, Any] = {"color": _INSIDE, "markerfacecolor": colour}
        if colour == _OUTSIDE:
            style["color"] = colour
        axes.plot(values.real, values.imag, "o", markersize=5, label=label, zorder=3, **style)


def _count(axes: Axes, values: Complexes, extent: float) -> None:
    """Tell how many multipliers share a dot, or almost."""
    left = np.argsort(values.real).tolist()
    while left:
        near = [left.pop(0)]
        for other in list(left):
            if np.abs(values[other] - values[near]).min() <= _SAME * extent:
                near.append(other)
                left.remove(other)
        if len(near) > 1:
            place = (values[near].real.max(), values[near].imag.max())
            axes.annotate(f"{len(near)}×", place, xytext=(4, 4), textcoords="offset points")


# -- nonlinear responses ---------------------------------------------------------------------------


def plot_nonlinear_response(
    response: NonlinearResponse,
    names: Sequence[str],
    *,
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw amplitudes over the parameter; see :meth:`NonlinearResponse.plot`."""
    along = scale_of(response.parameter_unit, None, response.parameter_name)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(len(names), 1, sharex=True, squeeze=False)[:, 0]
        for axes, name in zip(panels, names, strict=True):
            _draw_response(axes, response, name, along)
        unit = f" in {along.label}" if response.parameter_unit not in ("", "1") else ""
        panels[-1].set_xlabel(f"{response.parameter_name}{unit}")
        panels[-1].set_xlim(*_range(along.of(response.parameter)))
        figure.suptitle(response.name if title is None else title, x=0.01, ha="left")

    return drawn_picture(draw, (_WIDTH, 0.6 + _HEIGHT * len(names)), path)


def _range(values: Floats) -> tuple[float, float]:
    return float(values.min()), float(values.max())


def _draw_response(axes: Axes, response: NonlinearResponse, name: str, along: Scale) -> None:
    scale = scale_of(response.units[response.outputs.index(name)], None, name)
    branch = _Branch(response, name)
    for values, style in (
        (response.half_range(name), _HALF),
        (np.abs(response.harmonic(name)), _FIRST),
    ):
        for label, dashes, (at, part) in zip(
            (style["label"], f"{style['label']}, unstable"),
            ({}, _DASHED),
            branch.lines(values),
            strict=True,
        ):
            if len(at):
                axes.plot(along.of(at), scale.of(part), **style | dashes | {"label": label})
    for mark, label, parameters, ranges in branch.marks():
        point = along.of(np.array(parameters)), scale.of(np.array(ranges))
        axes.plot(*point, mark, label=label, color="#222222", markersize=5, zorder=3)
    axes.set_ylim(bottom=0.0)
    axes.set_ylabel(f"amplitude in {scale.label}")
    axes.set_title(name, loc="left")
    axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))


class _Branch:
    """The points of a response, cut where the stability changes."""

    def __init__(self, response: NonlinearResponse, name: str) -> None:
        self._response, self._name = response, name

    def lines(self, values: Floats) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        """Return parameter and values of stable and of unstable cycles, with gaps between."""
        stable, parameter = self._response.is_stable, self._response.parameter
        changes = np.flatnonzero(stable[:-1] != stable[1:]) + 1
        found: dict[bool, list[Floats]] = {True: [], False: []}
        for first, last in pairwise([0, *changes.tolist(), len(stable)]):
            part = slice(max(first - 1, 0), last)
            found[bool(stable[first])] += [np.array([parameter[part], values[part]]), _GAP]
        joined = [np.hstack(found[kind][:-1] or [np.empty((2, 0))]) for kind in (True, False)]
        return (joined[0][0], joined[0][1]), (joined[1][0], joined[1][1])

    def marks(self) -> Iterator[tuple[str, str, list[float], list[float]]]:
        """Yield symbol, label, parameter and half range of folds and changes of stability."""
        found: dict[tuple[str, str], list[Fold | StabilityChange]] = {}
        for fold in self._response.folds:
            found.setdefault(("o", "fold"), []).append(fold)
        for change in self._response.changes:
            found.setdefault((_SYMBOLS[change.kind], change.kind), []).append(change)
        for (symbol, label), some in found.items():
            ranges = [one.half_range[self._name] for one in some]
            yield symbol, label, [one.parameter for one in some], ranges
