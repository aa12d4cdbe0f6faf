"""Plots of trajectories over time: one axes per unit, stacked, events as faint lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import ResultError, shown
from drivetrain.files import check_path, write_atomically
from drivetrain.modeling.quantities.display import display_units
from drivetrain.modeling.quantities.exact import displayed
from drivetrain.plotting.data import as_results, known_names
from drivetrain.plotting.labels import unit_label
from drivetrain.simulation.results.shown_units import shown_units

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from drivetrain.simulation.results.result import Result

__all__ = [
    "PICTURE_SUFFIXES",
    "Panel",
    "draw_events",
    "draw_panel",
    "panels_of",
    "plot",
    "plot_result",
]

PICTURE_SUFFIXES = (".png", ".svg", ".pdf", ".jpg", ".eps")
"""Suffixes of the image files that can be written."""

_WIDTH, _HEIGHT, _HEIGHT_DISCRETE = 7.2, 2.1, 1.5  # inches, per axes
_MANY_EVENTS = 60
_MANY_LINES = 12
_LANE = 0.07  # offset between discrete signals, so that none hides another


@dataclass(frozen=True)
class _Curve:
    """One variable of one run."""

    label: str
    result: Result
    name: str
    shown: str = ""
    """The unit in which it is drawn; its own if empty."""

    @property
    def unit(self) -> str:
        """Return the unit of the values."""
        return self.shown or self.result.units[self.name]

    @property
    def kind(self) -> str:
        """Return ``"real"``, ``"integer"`` or ``"boolean"``."""
        return self.result.layout.kinds[self.result.layout.position(self.name)]

    @property
    def values(self) -> NDArray[Any]:
        """Return the trajectory."""
        values = self.result[self.name]
        if not self.shown:
            return values
        made: NDArray[Any] = displayed(values, self.result.units[self.name], self.shown, self.name)
        return made


@dataclass
class Panel:
    """One axes: the signals that share a unit, or the names of their values.

    Attributes
    ----------
    label : str
        Label of the axis.
    ticks : dict of int to str
        Names of values.
    discrete : bool
        Whether the signals are drawn as steps.
    curves : list
        The signals.
    """

    label: str
    ticks: dict[int, str] = field(default_factory=dict)
    discrete: bool = False
    curves: list[_Curve] = field(default_factory=list)

    @property
    def height(self) -> float:
        """Height of the axes, inches."""
        return _HEIGHT_DISCRETE if self.discrete else _HEIGHT


def panels_of(
    result: Result, names: Sequence[str], unit: str | Mapping[str, str] | None = None
) -> list[Panel]:
    """Return what is drawn of a result, sorted into axes; see :func:`plot_result`.

    Parameters
    ----------
    result : Result
        Source of the trajectories.
    names : sequence of str
        Names, or patterns.
    unit : str or mapping of str to str, optional
        Units.
    """
    _require_results({"": result})
    curves = [_Curve(name, result, name) for name in result.match(*names)]
    return _panels(_in_units(curves, unit))


def plot_result(
    result: Result,
    names: Sequence[str],
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | Mapping[str, str] | None = None,
) -> Figure:
    """Draw variables of a result over time.

    Parameters
    ----------
    result : Result
        Source of the trajectories.
    names : sequence of str
        Names, or patterns with ``*`` and ``?`` (``"J*.w"``). Signals of one unit share an axes;
        integer and Boolean signals are drawn as steps, with the names of their values as ticks.
    path : str or Path, optional
        Also write the figure to this file; the suffix is one of :data:`PICTURE_SUFFIXES`.
    title : str, optional
        Title; the name of the model by default.
    unit : str or mapping of str to str, optional
        Unit for all variables of its kind, or units by name or pattern.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

    Raises
    ------
    NameLookupError, UnitError
        If a variable does not exist, or a unit does not fit.
    ResultError
        If no variable was requested, or the file cannot be written.
    """
    panels = panels_of(result, names, unit)
    return _picture(panels, path, result.model if title is None else title)


@explained
def plot(
    runs: Mapping[str, Result | pd.DataFrame],
    *names: str,
    path: str | Path | None = None,
    title: str | None = None,
    unit: str | Mapping[str, str] | None = None,
) -> Figure:
    """Plot variables of several runs, and measured data, in one figure, to compare them.

    Parameters
    ----------
    runs : mapping of str to Result or DataFrame
        The runs, by label. A table has its own time, in a column or index called ``time``, and may
        have units in its headers, ``"motor.w [rpm]"``; values are converted to the unit of the
        runs.
    *names : str
        Names, or patterns with ``*`` and ``?``, that every run has; of a table, those it has.
    path : str or Path, optional
        Also write the figure to this file (``.png``, ``.svg``, ``.pdf``).
    title : str, optional
        Title; the names of the models by default.
    unit : str or mapping of str to str, optional
        Unit for all variables of its kind, ``"rpm"``, or units by name or pattern,
        ``{"*.w": "rpm"}``; by default those of ``dt.display_units``, else SI.

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
    matched = {
        label: run.match(*(names if run is runs[label] else known_names(run, names)))
        for label, run in shown_runs.items()
    }
    asked = dict.fromkeys(name for found in matched.values() for name in found)
    curves = [
        _Curve(f"{name}, {label}", shown_runs[label], name)
        for name in asked
        for label, found in matched.items()
        if name in found
    ]
    panels = _panels(_in_units(curves, unit))
    models = dict.fromkeys(run.model for label, run in shown_runs.items() if run is runs[label])
    return _picture(panels, path, ", ".join(models) if title is None else title)


def _in_units(curves: Sequence[_Curve], unit: Any) -> list[_Curve]:
    """Return the curves with the units in which they are drawn."""
    declared = {one.name: one.result.units[one.name] for one in curves if one.kind == "real"}
    shown_in = shown_units(declared, unit, display_units)
    return [replace(one, shown=shown_in.get(one.name, "")) for one in curves]


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


def _picture(panels: Sequence[Panel], path: str | Path | None, title: str) -> Figure:
    target = None if path is None else check_path(path, PICTURE_SUFFIXES)
    if not panels:
        raise ResultError('nothing to draw: name the variables, such as result.plot("J1.w")')
    figure = _draw(panels, title)
    if target is not None:
        with write_atomically(target) as unfinished:
            figure.savefig(unfinished)
    return figure


def _panels(curves: Sequence[_Curve]) -> list[Panel]:
    """Sort the signals into axes, in the requested order."""
    panels: dict[tuple[str, ...], Panel] = {}
    for curve in curves:
        kind = curve.kind
        if kind == "real":
            unit = curve.unit
            panel = panels.setdefault(("real", unit), Panel(unit_label(unit)))
        else:
            ticks = {0: "false", 1: "true"} if kind == "boolean" else _ticks(curve)
            panel = panels.setdefault((kind, *ticks.values()), Panel("", ticks, discrete=True))
        panel.curves.append(curve)
    return list(panels.values())


def _ticks(curve: _Curve) -> dict[int, str]:
    """Return the names of the values of an integer signal."""
    return dict(sorted(curve.result.layout.labels.get(curve.name, {}).items()))


def _draw(panels: Sequence[Panel], title: str) -> Figure:
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    heights = [panel.height for panel in panels]
    runs = {id(curve.result): curve.result for panel in panels for curve in panel.curves}
    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, sum(heights) + 0.6)
        grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=heights)
        for axes, panel in zip(grid[:, 0], panels, strict=True):
            if len(runs) == 1:
                draw_events(axes, panels[0].curves[0].result)
            draw_panel(axes, panel)
        grid[0, 0].set_title(title, loc="left")
        grid[-1, 0].set_xlabel("time in s")
        _limit_time(grid[-1, 0], [run.time for run in runs.values() if len(run.time)])
    return figure


def _limit_time(axes: Axes, times: Sequence[NDArray[np.float64]]) -> None:
    """Limit the time axis to the span of the runs."""
    begin = min((time[0] for time in times), default=0.0)
    end = max((time[-1] for time in times), default=0.0)
    if begin < end:
        axes.set_xlim(begin, end)


def draw_events(axes: Axes, result: Result, begin: float = 0.0) -> None:
    """Mark the instants at which a mode changed, unless there are too many to distinguish.

    Parameters
    ----------
    axes : Axes
        Where to.
    result : Result
        The run.
    begin : float
        Instant that is drawn as zero, s.
    """
    instants = np.unique(result.events.telling.times())
    if len(instants) <= _MANY_EVENTS:
        for instant in instants:
            axes.axvline(instant - begin, color="#9a9a9a", linewidth=0.5, alpha=0.6, zorder=0.5)


def draw_panel(axes: Axes, panel: Panel, begin: float = 0.0) -> None:
    """Draw signals, with their legend.

    Parameters
    ----------
    axes : Axes
        Where to.
    panel : Panel
        What.
    begin : float
        Instant that is drawn as zero, s.
    """
    _draw_signals(axes, panel, begin)
    _draw_legend(axes, panel)


def _draw_signals(axes: Axes, panel: Panel, begin: float) -> None:
    if not panel.discrete:
        for curve in panel.curves:
            axes.plot(curve.result.time - begin, curve.values, label=curve.label)
        axes.set_ylabel(panel.label)
        return
    middle = (len(panel.curves) - 1) / 2
    for lane, curve in enumerate(panel.curves):
        values = curve.values.astype(np.float64) + _LANE * (middle - lane)
        axes.step(curve.result.time - begin, values, where="post", label=curve.label)
    _draw_ticks(axes, panel)


def _draw_ticks(axes: Axes, panel: Panel) -> None:
    """Label the values on the axis of discrete signals; those never taken are omitted."""
    taken = np.unique(np.concatenate([curve.values.astype(np.int64) for curve in panel.curves]))
    boolean = list(panel.ticks.values()) == ["false", "true"]
    if panel.ticks:
        shown = panel.ticks if boolean else {int(v): panel.ticks.get(int(v), str(v)) for v in taken}
        axes.set_yticks(list(shown), list(shown.values()))
    elif len(taken) <= _MANY_LINES:
        axes.set_yticks(taken.tolist())
    low, high = (0, 1) if boolean or not len(taken) else (taken[0], taken[-1])
    axes.set_ylim(low - 0.35, high + 0.35)


def _draw_legend(axes: Axes, panel: Panel) -> None:
    hidden = len(panel.curves) - _MANY_LINES
    handles, labels = axes.get_legend_handles_labels()
    note = f"and {hidden} more" if hidden > 0 else None
    axes.legend(
        handles[:_MANY_LINES],
        labels[:_MANY_LINES],
        loc="upper left",
        bbox_to_anchor=(1.0, 1.0),
        title=note,
    )
