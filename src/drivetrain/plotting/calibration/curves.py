"""Measurements and model over time, with the residuals below."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.calibration.fit import Fit
from drivetrain.plotting.calibration.frame import picture, with_unit
from drivetrain.plotting.line_styles import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["fit"]

_WIDTH, _HEIGHT, _BELOW = 7.2, 2.6, 1.4


def fit(
    fit: Fit, experiment: int, *, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw measurements and model of an experiment over time, and what remains.

    Columns of one unit share a panel.

    Parameters
    ----------
    fit : Fit
        The fit.
    experiment : int
        Number of the experiment.
    path : str or Path, optional
        Also write the figure to this file.
    title : str, optional
        Title.
    """
    channels = [(c, place) for n, c, place in fit.problem.channels() if n == experiment]
    units = list(dict.fromkeys(channel.unit for channel, _ in channels))

    def draw(figure: Figure) -> None:
        heights = [*([_HEIGHT] * max(len(units), 1)), _BELOW]
        panels = figure.subplots(len(heights), 1, sharex=True, height_ratios=heights)
        for row, unit in enumerate(units):
            _draw_unit(panels[row], fit, experiment, unit)
        _draw_residuals(panels[-1], fit, experiment)
        _mark_events(panels, fit, experiment)
        panels[-1].set_xlabel("time in s")

    height = _HEIGHT * max(len(units), 1) + _BELOW
    name = fit.problem.experiments[experiment].name
    return picture(_WIDTH, height, draw, path, (name or None) if title is None else title)


def _draw_unit(axes: Axes, fit: Fit, experiment: int, unit: str) -> None:
    """Draw the columns of a unit: points that were measured, and what the sensor would show."""
    result = fit.simulate(experiment)
    for number, channel, _ in fit.problem.channels():
        if number != experiment or channel.unit != unit:
            continue
        colour = _colour(fit, experiment, channel.column)
        axes.plot(channel.time, channel.values, ".", color=colour, markersize=3, alpha=0.55)
        gain, offset = (
            _number(fit, given, experiment)
            for given in (channel.sensor.gain, channel.sensor.offset)
        )
        shown = gain * result[channel.sensor.signal].astype(float) + offset
        axes.plot(
            result.time, shown, color=colour, label=f"{channel.column}: {channel.sensor.signal}"
        )
    axes.set_ylabel(with_unit("measured, fitted", unit))
    axes.legend(loc="best")


def _draw_residuals(axes: Axes, fit: Fit, experiment: int) -> None:
    own = fit.residuals
    label = fit.problem.experiments[experiment].label
    for number, channel, _ in fit.problem.channels():
        if number == experiment:
            rows = own[(own["experiment"] == label) & (own["column"] == channel.column)]
            colour = _colour(fit, experiment, channel.column)
            axes.plot(rows["time"], rows["residual"], ".", color=colour, markersize=3)
    for height in (-2, 2):
        axes.axhline(height, color="#888888", linewidth=0.7, linestyle="--")
    axes.axhline(0, color="#888888", linewidth=0.7)
    axes.set_ylabel("residual / σ" if fit.problem.knows_noise else "residual")


def _mark_events(panels: np.ndarray, fit: Fit, experiment: int) -> None:
    for time in np.unique(fit.simulate(experiment).events.telling.times()):
        for axes in panels:
            axes.axvline(time, color="#bbbbbb", linewidth=0.8, linestyle=":", zorder=0)


def _number(fit: Fit, given: float | str, experiment: int) -> float:
    """Return an offset or a gain; that of the experiment, if each has its own."""
    if not isinstance(given, str):
        return given
    for one, value in zip(fit.problem.unknowns, fit.x, strict=True):
        if one.key == given and one.experiment in (None, experiment):
            return float(value)
    return float("nan")


def _colour(fit: Fit, experiment: int, column: str) -> str:
    names = [c.column for n, c, _ in fit.problem.channels() if n == experiment]
    return COLOURS[names.index(column) % len(COLOURS)]
