"""Correlations of the estimates, and the singular values that tell what data can tell."""

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

__all__ = ["correlation"]

_CELL, _LEAST = 0.55, 2.6


def correlation(fit: Fit, *, path: str | Path | None = None, title: str | None = None) -> Figure:
    """Draw the correlations, and the singular values.

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
        left, right = figure.subplots(1, 2, width_ratios=(1.5, 1))
        _draw_matrix(figure, left, fit)
        _draw_values(right, fit)

    size = max(_CELL * len(fit) + 1.2, _LEAST)
    return picture(2.2 * size + 1.0, size, draw, path, title)


def _draw_matrix(figure: Figure, axes: Axes, fit: Fit) -> None:
    matrix = fit.correlation.to_numpy()
    image = axes.imshow(matrix, vmin=-1, vmax=1, cmap="RdBu_r")
    names = list(fit)
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.grid(False)
    for (row, column), value in np.ndenumerate(matrix):
        colour = "white" if abs(value) > 0.6 else "black"
        text = "–" if np.isnan(value) else f"{value:.2f}"
        axes.text(column, row, text, ha="center", va="center", fontsize=7, color=colour)
    axes.set_title("correlation")
    figure.colorbar(image, ax=axes, shrink=0.8)


def _draw_values(axes: Axes, fit: Fit) -> None:
    values = fit.uncertainty.singular_values
    axes.semilogy(np.arange(1, len(values) + 1), values, "o-", color=COLOURS[0])
    axes.axhline(fit.uncertainty.noise, color="#888888", linewidth=0.8, linestyle="--")
    axes.set_xticks(range(1, len(values) + 1))
    axes.set_xlabel("direction; below the line: not told")
    axes.set_title("singular values")
