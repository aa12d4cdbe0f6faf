"""Trajectories over time: one axes per unit, one above the other, events as faint lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.errors import ResultError
from drivetrain.simulation.writers import check_path, write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from drivetrain.simulation.result import Result

__all__ = ["PICTURE_SUFFIXES", "plot_result"]

PICTURE_SUFFIXES = (".png", ".svg", ".pdf", ".jpg", ".eps")
"""Suffixes of the picture files that can be written."""

_WIDTH, _HEIGHT, _HEIGHT_DISCRETE = 7.2, 2.1, 1.5  # inches, per axes
_MANY_EVENTS = 60
_MANY_LINES = 12
_LANE = 0.07  # shift between discrete signals, so that none hides another


@dataclass
class _Panel:
    """One axes: the signals that share a unit, or the names of their values."""

    label: str
    ticks: dict[int, str] = field(default_factory=dict)
    discrete: bool = False
    names: list[str] = field(default_factory=list)


def plot_result(
    result: Result,
    names: Sequence[str],
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw variables of a result over time.

    Parameters
    ----------
    result : Result
        Where the trajectories come from.
    names : sequence of str
        Names, or patterns with ``*`` and ``?`` (``"J*.w"``). Signals of one unit share an axes;
        integer and Boolean signals are drawn as steps, with the names of their values as ticks.
    path : str or Path, optional
        Write the picture to this file as well; the suffix is one of :data:`PICTURE_SUFFIXES`.
    title : str, optional
        Title; the name of the model by default.

    Returns
    -------
    matplotlib.figure.Figure
        The picture.

    Raises
    ------
    NameLookupError
        If a variable does not exist.
    ResultError
        If nothing was asked for, or the file cannot be written.
    """
    target = None if path is None else check_path(path, PICTURE_SUFFIXES)
    chosen = result.match(*names)
    if not chosen:
        raise ResultError('nothing to draw: name the variables, such as result.plot("J1.w")')
    figure = _draw(result, _panels(result, chosen), result.model if title is None else title)
    if target is not None:
        with write_atomically(target) as unfinished:
            figure.savefig(unfinished)
    return figure


def _panels(result: Result, names: Sequence[str]) -> list[_Panel]:
    """Sort the signals into axes, in the order in which they are asked for."""
    panels: dict[tuple[str, ...], _Panel] = {}
    for name in names:
        kind = result.layout.kinds[result.layout.position(name)]
        if kind == "real":
            unit = result.units[name]
            panel = panels.setdefault(("real", unit), _Panel(_unit_label(unit)))
        else:
            ticks = {0: "false", 1: "true"} if kind == "boolean" else _ticks(result, name)
            panel = panels.setdefault((kind, *ticks.values()), _Panel("", ticks, discrete=True))
        panel.names.append(name)
    return list(panels.values())


def _ticks(result: Result, name: str) -> dict[int, str]:
    """Return the named values that an integer signal takes, or none if one has no name."""
    labels = result.layout.labels.get(name, {})
    return dict(sorted(labels.items()))


def _unit_label(unit: str) -> str:
    """Return a unit as people write it: ``"kg.m2/s"`` becomes ``"kg·m²/s"``."""
    if unit in ("", "1"):
        return "–"
    raised = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
    return unit.replace(".", "·").translate(raised)


def _draw(result: Result, panels: Sequence[_Panel], title: str) -> Figure:
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    heights = [_HEIGHT_DISCRETE if panel.discrete else _HEIGHT for panel in panels]
    with mpl.rc_context(STYLE):
        figure = new_figure(_WIDTH, sum(heights) + 0.6)
        grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=heights)
        for axes, panel in zip(grid[:, 0], panels, strict=True):
            _draw_events(axes, result)
            _draw_signals(axes, result, panel)
            _draw_legend(axes, panel)
        grid[0, 0].set_title(title, loc="left")
        grid[-1, 0].set_xlabel("time in s")
        if len(result.time) and result.time[0] < result.time[-1]:
            grid[-1, 0].set_xlim(result.time[0], result.time[-1])
    return figure


def _draw_events(axes: Axes, result: Result) -> None:
    """Mark the instants at which a mode changed, unless there are too many to tell apart."""
    instants = np.unique(result.events.telling.times())
    if len(instants) <= _MANY_EVENTS:
        for instant in instants:
            axes.axvline(instant, color="#9a9a9a", linewidth=0.5, alpha=0.6, zorder=0.5)


def _draw_signals(axes: Axes, result: Result, panel: _Panel) -> None:
    if not panel.discrete:
        for name in panel.names:
            axes.plot(result.time, result[name], label=name)
        axes.set_ylabel(panel.label)
        return
    middle = (len(panel.names) - 1) / 2
    for lane, name in enumerate(panel.names):
        values = result[name].astype(np.float64) + _LANE * (middle - lane)
        axes.step(result.time, values, where="post", label=name)
    _draw_ticks(axes, result, panel)


def _draw_ticks(axes: Axes, result: Result, panel: _Panel) -> None:
    """Name the values on the axis of discrete signals; those never taken are left out."""
    taken = np.unique(np.concatenate([result[name].astype(np.int64) for name in panel.names]))
    boolean = list(panel.ticks.values()) == ["false", "true"]
    if panel.ticks:
        shown = panel.ticks if boolean else {int(v): panel.ticks.get(int(v), str(v)) for v in taken}
        axes.set_yticks(list(shown), list(shown.values()))
    elif len(taken) <= _MANY_LINES:
        axes.set_yticks(taken.tolist())
    low, high = (0, 1) if boolean or not len(taken) else (taken[0], taken[-1])
    axes.set_ylim(low - 0.35, high + 0.35)


def _draw_legend(axes: Axes, panel: _Panel) -> None:
    hidden = len(panel.names) - _MANY_LINES
    handles, labels = axes.get_legend_handles_labels()
    note = f"and {hidden} more" if hidden > 0 else None
    axes.legend(
        handles[:_MANY_LINES],
        labels[:_MANY_LINES],
        loc="upper left",
        bbox_to_anchor=(1.0, 1.0),
        title=note,
    )
