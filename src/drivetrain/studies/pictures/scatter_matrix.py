"""Scatter plots of every pair of parameters and outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from drivetrain.errors import UsageError
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.line_styles import COLOURS
from drivetrain.studies.pictures.common import label_of, numbers_of

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["draw_scatter_matrix"]

_CELL = 1.55
_MOST = 10
_FEW = 300


def draw_scatter_matrix(
    result: StudyResult, names: Sequence[str], path: str | Path | None
) -> Figure:
    """Draw every pair; see :meth:`StudyResult.scatter_matrix`.

    Parameters
    ----------
    result : StudyResult
        The study.
    names : sequence of str
        Parameters and outcomes, up to ten.
    path : str or Path, optional
        File for the picture.

    Raises
    ------
    UsageError
        If there are too many.
    """
    if len(names) > _MOST:
        raise UsageError(
            f"a scatter matrix of {len(names)} columns cannot be read: name up to {_MOST}"
        )
    columns = [numbers_of(result, name) for name in names]
    count = len(names)
    size = max(_CELL * count + 0.9, 3.2)

    def draw(figure: Figure) -> None:
        grid: Any = figure.subplots(count, count, squeeze=False, sharex="col")
        for row in range(count):
            for column in range(count):
                axes = grid[row, column]
                if row == column:
                    good = columns[row][np.isfinite(columns[row])]
                    axes.hist(good, bins=20, color=COLOURS[0], alpha=0.75, linewidth=0)
                    axes.set_yticks([])
                else:
                    _draw_pair(axes, columns[column], columns[row])
                if column:
                    axes.set_yticklabels([])
                axes.tick_params(labelsize=6.5)
                axes.locator_params(axis="x", nbins=3)
            grid[row, 0].set_ylabel(label_of(result, names[row], 18), fontsize=7.5)
            grid[-1, row].set_xlabel(label_of(result, names[row], 18), fontsize=7.5)
        figure.align_ylabels()

    return drawn_picture(draw, (size, size), path)


def _draw_pair(axes: Any, x: Any, y: Any) -> None:
    style = {"s": 9.0, "alpha": 0.8} if len(x) <= _FEW else {"s": 3.0, "alpha": 0.35}
    axes.scatter(x, y, color=COLOURS[0], linewidths=0, rasterized=len(x) > 5000, **style)
    axes.locator_params(axis="y", nbins=4)
