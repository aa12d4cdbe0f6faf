"""An outcome over two parameters: a heat map of a grid, or contours of samples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from drivetrain.errors import UsageError
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.studies.pictures.common import BAD, MAP, label_of, numbers_of

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["draw_plane"]

_SIZE = (5.4, 3.9)
_LEVELS = 12


def draw_plane(
    result: StudyResult, x: str, y: str, outcome: str, path: str | Path | None
) -> Figure:
    """Draw an outcome over two parameters; see :meth:`StudyResult.heat_map`.

    Parameters
    ----------
    result : StudyResult
        The study.
    x, y : str
        Parameters.
    outcome : str
        The outcome.
    path : str or Path, optional
        File for the picture.

    Raises
    ------
    UsageError
        If the parameters do not vary, or a grid has a third one.
    """
    columns = [numbers_of(result, name) for name in (x, y, outcome)]
    for name, values in zip((x, y), columns, strict=False):
        if not np.ptp(values) > 0:
            raise UsageError(f"{name!r} is the same in all runs: name a parameter that varies")
    in_grid = x in result.shape and y in result.shape
    if in_grid:
        _refuse_others(result, x, y)

    def draw(figure: Figure) -> None:
        axes: Any = figure.subplots()
        shown = _cells(axes, *columns) if in_grid else _contours(axes, *columns)
        axes.set_xlabel(label_of(result, x))
        axes.set_ylabel(label_of(result, y))
        axes.grid(visible=False)
        if shown is not None:
            figure.colorbar(shown, ax=axes, label=label_of(result, outcome))

    return drawn_picture(draw, _SIZE, path)


def _refuse_others(result: StudyResult, x: str, y: str) -> None:
    others = [name for name, one in result.shape.items() if len(one) > 1 and name not in (x, y)]
    if others:
        raise UsageError(
            f"the grid has further parameters, {', '.join(others)}: choose values of them, as in "
            f"result.to_xarray()[…].sel({{{others[0]!r}: …}}).plot()"
        )


def _cells(axes: Any, x: Any, y: Any, values: Any) -> Any:
    """Draw one cell for each run of a grid; hatched where there is no value."""
    own_x, column = np.unique(x, return_inverse=True)
    own_y, row = np.unique(y, return_inverse=True)
    table = np.full((len(own_y), len(own_x)), np.nan)
    table[row, column] = values
    axes.set_facecolor("#eeeeee")
    shown = axes.pcolormesh(own_x, own_y, np.ma.masked_invalid(table), cmap=MAP, shading="nearest")
    missing = ~np.isfinite(values)
    axes.plot(x[missing], y[missing], "x", color=BAD, markersize=5)
    return shown


def _contours(axes: Any, x: Any, y: Any, values: Any) -> Any:
    """Draw contours between samples, which are dots."""
    good = np.isfinite(values)
    shown = None
    if np.count_nonzero(good) > 3 and np.ptp(values[good]) > 0:
        shown = axes.tricontourf(x[good], y[good], values[good], levels=_LEVELS, cmap=MAP)
    axes.plot(x[good], y[good], ".", color="#333333", markersize=2, alpha=0.5)
    axes.plot(x[~good], y[~good], "x", color=BAD, markersize=5)
    return shown
