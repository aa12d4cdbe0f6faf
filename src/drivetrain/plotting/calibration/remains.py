"""What remains: residuals over time, and beside a normal distribution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.calibration.fit import Fit
from drivetrain.plotting.calibration.frame import picture
from drivetrain.plotting.line_styles import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["residuals"]

_WIDTH, _HEIGHT = 7.2, 3.0
_MOST_LABELS = 6


def residuals(fit: Fit, *, path: str | Path | None = None, title: str | None = None) -> Figure:
    """Draw residuals over time, those near events marked, and their quantiles.

    Parameters
    ----------
    fit : Fit
        The fit.
    path : str or Path, optional
        Also write the figure to this file.
    title : str, optional
        Title.
    """

    def draw(figure: Figure) -> None:
        over_time, quantiles = figure.subplots(1, 2, width_ratios=(2.2, 1))
        _draw_over_time(over_time, fit)
        _draw_quantiles(quantiles, fit)

    return picture(_WIDTH, _HEIGHT, draw, path, title)


def _draw_over_time(axes: Axes, fit: Fit) -> None:
    several = len(fit.problem.experiments) > 1
    for k, ((experiment, column), rows) in enumerate(
        fit.residuals.groupby(["experiment", "column"], sort=False)
    ):
        label = f"{experiment}: {column}" if several else str(column)
        colour = COLOURS[k % len(COLOURS)]
        axes.plot(rows["time"], rows["residual"], ".", markersize=3, color=colour,
                  label=label if k < _MOST_LABELS else None)  # fmt: skip
        near = rows[rows["near"]]
        axes.plot(near["time"], near["residual"], "o", markersize=5, color=colour,
                  markerfacecolor="none", markeredgewidth=0.8)  # fmt: skip
    axes.axhline(0, color="#888888", linewidth=0.7)
    axes.set_xlabel("time in s; circles: near an event")
    axes.set_ylabel("residual / σ" if fit.problem.knows_noise else "residual")
    axes.legend(loc="best")


def _draw_quantiles(axes: Axes, fit: Fit) -> None:
    from scipy import stats

    own = np.sort(fit.residuals["residual"].to_numpy()) / fit.uncertainty.noise
    normal = stats.norm.ppf((np.arange(len(own)) + 0.5) / len(own))
    axes.plot(normal, own, ".", markersize=3, color=COLOURS[0])
    ends = [normal[0], normal[-1]]
    axes.plot(ends, ends, color="#888888", linewidth=0.8)
    axes.set_xlabel("normal quantile")
    axes.set_ylabel("quantile of the residuals")
