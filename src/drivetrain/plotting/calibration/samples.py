"""Estimates of a bootstrap: histograms, and pairs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.calibration.bootstrap import Bootstrap
from drivetrain.plotting.calibration.frame import picture, with_unit
from drivetrain.plotting.line_styles import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["bootstrap"]

_CELL = 1.7
_BINS = 20


def bootstrap(
    bootstrap: Bootstrap, *, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw the estimates: each alone on the diagonal, pairs below it.

    Parameters
    ----------
    bootstrap : Bootstrap
        The bootstrap.
    path : str or Path, optional
        Also write the figure to this file.
    title : str, optional
        Title.
    """
    count = len(bootstrap.names)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(count, count, squeeze=False)
        for row in range(count):
            for column in range(count):
                _draw_cell(panels[row, column], bootstrap, row, column)

    size = _CELL * count + 0.8
    return picture(max(size, 3.2), max(size, 2.6), draw, path, title)


def _draw_cell(axes: Axes, bootstrap: Bootstrap, row: int, column: int) -> None:
    if column > row:
        axes.set_axis_off()
        return
    own = bootstrap.samples
    if row == column:
        axes.hist(own[:, row], bins=_BINS, color=COLOURS[0], alpha=0.7)
        axes.axvline(bootstrap.best[row], color=COLOURS[1])
        axes.set_yticks([])
    else:
        axes.plot(own[:, column], own[:, row], ".", markersize=2, color=COLOURS[0])
        axes.plot(bootstrap.best[column], bootstrap.best[row], "+", color=COLOURS[1])
    if row == len(bootstrap.names) - 1:
        axes.set_xlabel(with_unit(bootstrap.names[column], bootstrap.units[column]))
    if column == 0 and row > 0:
        axes.set_ylabel(with_unit(bootstrap.names[row], bootstrap.units[row]))
