"""Curves on axes: lines, steps, legends, events, the direction of time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.plotting.curves.panels import BOOLEAN, Panel, Scale
from drivetrain.plotting.curves.phase import draw_phase
from drivetrain.plotting.line_styles import line_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from drivetrain.simulation.results.result import Result

__all__ = ["draw_events", "draw_panel", "mode_changes"]

_MANY_EVENTS = 60
_MANY_LINES = 12
_LANE = 0.07  # offset between discrete signals, so that none hides another
_SECOND_SCALE = 46.0  # points: room for the scale at the right, beside which the legend stands


def mode_changes(result: Result) -> NDArray[np.float64]:
    """Return the instants at which a mode changed, s; none if they are too many to distinguish.

    Parameters
    ----------
    result : Result
        The run.
    """
    instants = np.unique(result.events.telling.times())
    return instants if len(instants) <= _MANY_EVENTS else instants[:0]


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
    for instant in mode_changes(result):
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
    _draw_scale(axes, panel.left, begin, 0)
    handles, labels = axes.get_legend_handles_labels()
    if panel.right is not None:
        other = axes.twinx()
        other.spines["right"].set_visible(True)
        other.grid(visible=False)
        _draw_scale(other, panel.right, begin, len(panel.left.curves))
        more, names = other.get_legend_handles_labels()
        handles, labels = handles + more, labels + [f"{name} (right)" for name in names]
    _draw_legend(axes, handles, labels, 0.0 if panel.right is None else _SECOND_SCALE)


def _draw_scale(axes: Axes, scale: Scale, begin: float, first: int) -> None:
    """Draw the signals of one scale; `first` of the axes have been drawn before."""
    axes.set_ylabel(scale.label)
    phase = any(curve.over is not None for curve in scale.curves)
    middle = (len(scale.curves) - 1) / 2
    for k, curve in enumerate(scale.curves):
        style = line_style(first + k)
        values = curve.values.astype(np.float64)
        if phase:
            draw_phase(axes, curve, style)
        elif scale.discrete:
            lane = values + _LANE * (middle - k)
            axes.step(curve.places(begin), lane, where="post", label=curve.label, **style)
        else:
            axes.plot(curve.places(begin), values, label=curve.label, **style)
    if scale.discrete:
        _draw_ticks(axes, scale)


def _draw_ticks(axes: Axes, scale: Scale) -> None:
    """Label the values on the axis of discrete signals; those never taken are omitted."""
    taken = np.unique(np.concatenate([curve.values.astype(np.int64) for curve in scale.curves]))
    boolean = scale.ticks == BOOLEAN
    if scale.ticks:
        shown = scale.ticks if boolean else {int(v): scale.ticks.get(int(v), str(v)) for v in taken}
        axes.set_yticks(list(shown), list(shown.values()))
    elif len(taken) <= _MANY_LINES:
        axes.set_yticks(taken.tolist())
    low, high = (0, 1) if boolean or not len(taken) else (taken[0], taken[-1])
    axes.set_ylim(low - 0.35, high + 0.35)


def _draw_legend(axes: Axes, handles: Any, labels: Any, apart: float) -> None:
    """Write the legend at the right, so many points apart from the axes."""
    from matplotlib.transforms import ScaledTranslation

    figure = axes.get_figure(root=True)
    assert figure is not None
    hidden = len(handles) - _MANY_LINES
    axes.legend(
        handles[:_MANY_LINES],
        labels[:_MANY_LINES],
        loc="upper left",
        bbox_to_anchor=(1.0, 1.0),
        bbox_transform=axes.transAxes + ScaledTranslation(apart / 72, 0, figure.dpi_scale_trans),
        title=f"and {hidden} more" if hidden > 0 else None,
    )
