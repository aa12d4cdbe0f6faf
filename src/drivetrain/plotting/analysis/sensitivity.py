"""Sensitivities of eigenmodes as bars."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from drivetrain.analysis.arguments import whole
from drivetrain.analysis.modes.sensitivity import Sensitivity
from drivetrain.errors import UsageError
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.analysis.shapes import COLOURS

__all__ = ["plot_sensitivity"]

_MOST = 20
"""Parameters that have bars: those with most influence."""
_BAR = 0.2


def plot_sensitivity(
    sensitivity: Sensitivity,
    numbers: Sequence[int],
    path: str | Path | None = None,
    title: str | None = None,
) -> Figure:
    """Draw relative sensitivities of frequencies; see :meth:`Sensitivity.plot`.

    Parameters
    ----------
    sensitivity : Sensitivity
        The sensitivities.
    numbers : sequence of int
        Eigenmodes.
    path, title
        File and title.

    Raises
    ------
    UsageError
        If there is no such eigenmode.
    """
    count = len(sensitivity.eigenvalue)
    first = range(1, min(3, count) + 1)
    chosen = [whole(number, "number") for number in numbers or first]
    for number in chosen:
        if number > count:
            raise UsageError(f"eigenmode {number!r}: they are numbered from 1 to {count}")
    rows = sensitivity.relative[[number - 1 for number in chosen]]
    strong = np.argsort(-np.abs(rows).max(axis=0, initial=0.0), kind="stable")[:_MOST]
    label = f"frequencies of {sensitivity.model}" if title is None else title
    size = 2.0 + 2.2 * len(chosen), 1.1 + _BAR * len(strong)

    def draw(figure: Figure) -> None:
        grid = figure.subplots(1, len(chosen), sharey=True, sharex=True, squeeze=False)[0]
        y = np.arange(len(strong))
        for axes, number, row in zip(grid, chosen, rows[:, strong], strict=True):
            colours = np.where(row < 0, COLOURS[1], COLOURS[0]).tolist()
            axes.barh(y, row, height=0.72, color=colours)
            axes.axvline(0, color="#444444", linewidth=0.8)
            hertz = abs(sensitivity.eigenvalue[number - 1]) / (2 * np.pi)
            axes.set_title(f"{number}: {hertz:.4g} Hz", loc="left", fontsize=9, weight="normal")
            axes.set_xlabel("% per %")
            axes.grid(visible=False, axis="y")
        grid[0].set_yticks(y, [sensitivity.parameters[k] for k in strong], fontsize=7.5)
        grid[0].invert_yaxis()
        figure.suptitle(label, fontsize=10, weight="bold", x=0.01, ha="left")

    return drawn_picture(draw, size, path)
