"""Bands that trajectories lie in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from drivetrain.errors import StudyError, UsageError, shown
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.line_styles import COLOURS
from drivetrain.studies.pictures.common import label_of

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["draw_bands"]

_HEIGHT = 2.5


def draw_bands(
    result: StudyResult, names: Sequence[str], levels: Sequence[float], path: str | Path | None
) -> Figure:
    """Draw median and bands of trajectories; see :meth:`StudyResult.bands`.

    Parameters
    ----------
    result : StudyResult
        The study.
    names : sequence of str
        Variables that were kept.
    levels : sequence of float
        Shares of the runs in a band.
    path : str or Path, optional
        File for the picture.

    Raises
    ------
    StudyError
        If no run has trajectories.
    """
    shares = _shares(levels)
    kept = [(name, *result.trajectories(name)) for name in names]
    good = result.finished()
    if not good.any():
        raise StudyError("no run was completed, so there are no trajectories")

    def draw(figure: Figure) -> None:
        grid: Any = figure.subplots(len(kept), 1, sharex=True, squeeze=False)[:, 0]
        for axes, (name, time, values) in zip(grid, kept, strict=True):
            _draw_one(axes, time, values[good], shares)
            axes.set_ylabel(label_of(result, name))
        grid[0].legend(loc="best")
        grid[-1].set_xlabel("time / s")

    return drawn_picture(draw, (6.4, _HEIGHT * len(kept) + 0.4), path)


def _shares(levels: Any) -> list[float]:
    """Return the shares of the runs in bands, the widest first."""
    try:
        shares = sorted((float(one) for one in levels), reverse=True)
    except (TypeError, ValueError):
        shares = []
    if not shares or not all(0 < one <= 1 for one in shares):
        raise UsageError(f"levels={shown(levels)}: give shares of the runs, (0.5, 0.9)")
    return shares


def _draw_one(axes: Any, time: Any, values: Any, shares: Sequence[float]) -> None:
    there = np.isfinite(values).any(axis=0)
    time, values = time[there], values[:, there]
    for k, share in enumerate(shares):
        low, high = np.nanquantile(values, [0.5 - share / 2, 0.5 + share / 2], axis=0)
        strength = 0.18 + 0.22 * k / max(len(shares) - 1, 1)
        axes.fill_between(
            time, low, high, color=COLOURS[0], alpha=strength, linewidth=0,
            label=f"{100 * share:g} % of the runs",
        )  # fmt: skip
    axes.plot(time, np.nanmedian(values, axis=0), color=COLOURS[0], label="median")
    axes.margins(x=0)
