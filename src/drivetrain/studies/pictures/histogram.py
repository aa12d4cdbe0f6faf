"""Histograms of outcomes with their quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.line_styles import COLOURS
from drivetrain.studies.pictures.common import label_of, numbers_of

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["draw_histograms"]

_WIDTH, _HEIGHT = 3.6, 2.7
_LEAST_BINS, _MOST_BINS = 8, 60
_DASHES = ("dotted", "solid", "dashed", "dashdot")


def draw_histograms(
    result: StudyResult, names: Sequence[str], quantiles: Sequence[float], path: str | Path | None
) -> Figure:
    """Draw the distribution of outcomes; see :meth:`StudyResult.histogram`.

    Parameters
    ----------
    result : StudyResult
        The study.
    names : sequence of str
        Outcomes.
    quantiles : sequence of float
        Levels that are marked.
    path : str or Path, optional
        File for the picture.
    """
    columns = min(len(names), 3)
    lines = -(-len(names) // columns)
    values = [numbers_of(result, name) for name in names]

    def draw(figure: Figure) -> None:
        grid = figure.subplots(lines, columns, squeeze=False).ravel()
        for axes, name, one in zip(grid, names, values, strict=False):
            _draw_one(axes, result, name, one[np.isfinite(one)], quantiles)
        for axes in grid[len(names) :]:
            axes.set_visible(False)

    return drawn_picture(draw, (_WIDTH * columns + 0.4, _HEIGHT * lines + 0.2), path)


def _draw_one(
    axes: Any, result: StudyResult, name: str, good: Any, quantiles: Sequence[float]
) -> None:
    axes.set_xlabel(label_of(result, name))
    axes.set_ylabel("runs")
    missing = len(result) - len(good)
    axes.set_title(f"{len(good)} runs" + f", {missing} without" * (missing > 0), loc="left")
    if not len(good):
        return
    bins = int(np.clip(np.sqrt(len(good)), _LEAST_BINS, _MOST_BINS))
    axes.hist(good, bins=bins, color=COLOURS[0], alpha=0.75, linewidth=0)
    for k, (level, value) in enumerate(zip(quantiles, np.quantile(good, quantiles), strict=True)):
        told = f"{100 * level:g} %: {value:.4g}"
        dashes = _DASHES[k % len(_DASHES)]
        axes.axvline(value, color=COLOURS[1], linewidth=1.1, linestyle=dashes, label=told)
    axes.legend(loc="best", fontsize=7, frameon=True, framealpha=0.8, edgecolor="none")
