"""Plots of trajectories: one axes per unit or group, stacked, events as faint lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import ResultError, shown
from drivetrain.files import check_path
from drivetrain.plotting.curves.curve import Curve
from drivetrain.plotting.curves.drawing import draw_events, draw_panel, mode_changes
from drivetrain.plotting.curves.panels import Panel
from drivetrain.plotting.curves.requests import Asked, Run, panels_asked
from drivetrain.plotting.data import as_results
from drivetrain.plotting.labels import unit_label
from drivetrain.plotting.saving import PICTURE_SUFFIXES, write
from drivetrain.plotting.sizes import checked_size

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from drivetrain.simulation.results.result import Result

__all__ = ["panels_of", "plot", "plot_result"]

Names = str | Sequence[str]
"""A name or pattern, or a list of them that share one axes."""

_WIDTH = 7.2  # inches
_MARK: dict[str, Any] = {"color": "#5a5a5a", "linestyle": "none", "markersize": 2.5, "zorder": 2.5}


def panels_of(
    result: Result, names: Sequence[Names], unit: str | Mapping[str, str] | None = None
) -> list[Panel]:
    """Return what is drawn of a result, sorted into axes; see :func:`plot_result`.

    Parameters
    ----------
    result : Result
        Source of the trajectories.
    names : sequence of str or list of str
        Names, or patterns.
    unit : str or mapping of str to str, optional
        Units.
    """
    _require_results({"": result})
    return panels_asked([Run("", result)], Asked(names, unit=unit))


def plot_result(
    result: Result,
    names: Sequence[Names],
    *,
    x: str | None = None,
    right: Names = (),
    start: Any = None,
    stop: Any = None,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | Mapping[str, str] | None = None,
    size: tuple[float, float] | None = None,
    bins: int = 0,
) -> Figure:
    """Draw variables of a result; see :meth:`Result.plot`.

    Parameters
    ----------
    result : Result
        Source of the trajectories.
    names : sequence of str or list of str
        Names, or patterns with ``*`` and ``?``; a list of them forms one axes.
    x, right, start, stop, path, title, unit, size
        As for :meth:`Result.plot`.
    bins : int
        Number of parts of the time in which curves have their extremes only; 0 for all points.
    """
    _require_results({"": result})
    asked = Asked(names, x, right, start, stop, unit, bins)
    panels = panels_asked([Run("", result)], asked)
    return _picture(panels, path, result.model if title is None else title, size)


@explained
def plot(
    runs: Mapping[str, Result | pd.DataFrame],
    *names: Names,
    x: str | None = None,
    right: Names = (),
    start: Any = None,
    stop: Any = None,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | Mapping[str, str] | None = None,
    size: tuple[float, float] | None = None,
) -> Figure:
    """Plot variables of several runs, and measured data, in one figure, to compare them.

    Parameters
    ----------
    runs : mapping of str to Result or DataFrame
        The runs, by label. A table has its own time, in a column or index called ``time``, and may
        have units in its headers, ``"motor.w [rpm]"``; values are converted to the unit of the
        runs.
    *names : str or list of str
        Names, or patterns with ``*`` and ``?``, that every run has; of a table, those it has. A
        list of them forms one axes.
    x, right, start, stop, path, unit, size
        As for :meth:`Result.plot`.
    title : str, optional
        Title; the names of the models by default.

    Returns
    -------
    matplotlib.figure.Figure
        The figure; one axes per unit, one line per variable and run.

    Raises
    ------
    NameLookupError
        If a run does not have a variable.
    ResultError
        If no variable was requested, or the file cannot be written.

    Examples
    --------
    >>> import drivetrain as dt
    >>> launch = dt.compile(dt.examples.find("CoupledClutches")())
    >>> runs = {f"{peak}": launch.simulate(parameters={"clutch1.peak": peak}) for peak in (1, 2)}
    >>> figure = dt.plot(runs, "J1.w", "clutch1.mode")
    """
    shown_runs: dict[str, Result] = as_results(runs)
    _require_results(shown_runs)
    made = [Run(str(label), run, run is not runs[label]) for label, run in shown_runs.items()]
    panels = panels_asked(made, Asked(names, x, right, start, stop, unit))
    models = dict.fromkeys(run.result.model for run in made if not run.is_data)
    return _picture(panels, path, ", ".join(models) if title is None else title, size)


def _require_results(runs: Any) -> None:
    """Reject anything but a mapping from labels to results."""
    from drivetrain.simulation.results.result import Result

    if not isinstance(runs, Mapping):
        raise ResultError(
            f"{shown(runs)}: give the runs by name, plot({{'soft': one, 'stiff': other}})"
        )
    for run in runs.values():
        if not isinstance(run, Result):
            raise ResultError(
                f"{shown(run)} is not a result; draw what simulate(model) returns, or a DataFrame"
            )


def _picture(
    panels: Sequence[Panel],
    path: str | Path | None,
    title: str,
    size: tuple[float, float] | None,
) -> Figure:
    target = None if path is None else check_path(path, PICTURE_SUFFIXES)
    if not panels:
        raise ResultError('nothing to draw: name the variables, such as result.plot("J1.w")')
    usual = (_WIDTH, sum(panel.height for panel in panels) + 0.6)
    figure = _draw(panels, title, usual if size is None else checked_size(size))
    if target is not None:
        write(figure, target)
    return figure


def _draw(panels: Sequence[Panel], title: str, size: tuple[float, float]) -> Figure:
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    heights = [panel.height for panel in panels]
    curves = [curve for panel in panels for curve in panel.curves]
    runs = {id(curve.result): curve.result for curve in curves}
    with mpl.rc_context(STYLE):
        figure = new_figure(*size)
        grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=heights)
        for axes, panel in zip(grid[:, 0], panels, strict=True):
            if len(runs) == 1:
                _draw_events(axes, panel)
            draw_panel(axes, panel)
        grid[0, 0].set_title(title, loc="left")
        _label_horizontal(grid[-1, 0], curves)
    return figure


def _draw_events(axes: Axes, panel: Panel) -> None:
    """Mark the events at which a mode changed: as lines, or as dots on curves over a variable."""
    first = panel.curves[0]
    if first.over is None:
        draw_events(axes, first.result)
        return
    for curve in panel.left.curves:
        axes.plot(*curve.at(mode_changes(curve.result)), "o", **_MARK)


def _label_horizontal(axes: Axes, curves: Sequence[Curve]) -> None:
    """Tell what is on the horizontal axis."""
    over = curves[0].over
    if over is None:
        axes.set_xlabel("time in s")
        _limit_time(axes, [time for time in (curve.time for curve in curves) if len(time)])
    elif over.kind == "real":
        axes.set_xlabel(f"{over.name} in {unit_label(over.unit)}")
    else:
        axes.set_xlabel(over.name)


def _limit_time(axes: Axes, times: Sequence[NDArray[np.float64]]) -> None:
    """Limit the time axis to the span of the runs."""
    begin = min((time[0] for time in times), default=0.0)
    end = max((time[-1] for time in times), default=0.0)
    if begin < end:
        axes.set_xlim(begin, end)
