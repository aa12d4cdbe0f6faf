"""Costs of searches from many starts, in order: a waterfall."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.calibration.starts import Starts
from drivetrain.plotting.calibration.frame import picture
from drivetrain.plotting.line_styles import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["waterfall"]

_WIDTH, _HEIGHT = 5.6, 3.0


def waterfall(
    starts: Starts, *, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw the cost at the end of each search, and at its start, the best first.

    Parameters
    ----------
    starts : Starts
        The starts.
    path : str or Path, optional
        Also write the figure to this file.
    title : str, optional
        Title.
    """

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        order = np.argsort(np.where(np.isfinite(starts.last), starts.last, np.inf), kind="stable")
        number = np.arange(1, len(order) + 1)
        axes.semilogy(number, starts.first[order], ".", color="#999999", label="at the start")
        axes.semilogy(number, starts.last[order], "o-", color=COLOURS[0], label="at the end")
        axes.set_xlabel("search, in the order of its end")
        axes.set_ylabel("half the sum of squares")
        axes.legend()

    return picture(_WIDTH, _HEIGHT, draw, path, title)
