"""Sobol indices as bars, and how they settle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.line_styles import COLOURS, line_style

if TYPE_CHECKING:
    from drivetrain.studies.sensitivity.sobol import SobolIndices

__all__ = ["draw_convergence", "draw_indices"]

_MOST = 25
_BAR = 0.38


def draw_indices(indices: SobolIndices, path: str | Path | None) -> Figure:
    """Draw the indices as bars; see :meth:`SobolIndices.plot`.

    Parameters
    ----------
    indices : SobolIndices
        The indices.
    path : str or Path, optional
        File for the picture.
    """
    order = np.argsort(-indices.total, kind="stable")[:_MOST]

    def draw(figure: Figure) -> None:
        axes: Any = figure.subplots()
        y = np.arange(len(order))
        for shift, values, ends, label, colour in (
            (-_BAR / 2, indices.first, indices.first_interval, "first order", COLOURS[0]),
            (_BAR / 2, indices.total, indices.total_interval, "total", COLOURS[1]),
        ):
            error = np.abs(ends[order].T - values[order])
            axes.barh(
                y + shift, values[order], height=_BAR, color=colour, alpha=0.85, label=label,
                xerr=error, error_kw={"elinewidth": 0.9, "capsize": 2, "ecolor": "#333333"},
            )  # fmt: skip
        axes.set_yticks(y, [indices.names[k] for k in order], fontsize=8)
        axes.invert_yaxis()
        axes.set_xlabel("share of the variance")
        axes.set_title(f"{indices.outcome}: {indices.n} blocks, 95 % intervals", loc="left")
        axes.grid(visible=False, axis="y")
        axes.legend(loc="lower right")

    return drawn_picture(draw, (6.2, 0.5 * len(order) + 1.3), path)


def draw_convergence(indices: SobolIndices, path: str | Path | None) -> Figure:
    """Draw how the total indices settle; see :meth:`SobolIndices.convergence`.

    Parameters
    ----------
    indices : SobolIndices
        The indices.
    path : str or Path, optional
        File for the picture.
    """
    counts, totals = indices.over_blocks()
    order = np.argsort(-indices.total, kind="stable")[:_MOST]

    def draw(figure: Figure) -> None:
        axes: Any = figure.subplots()
        for number, k in enumerate(order.tolist()):
            label = indices.names[k]
            axes.plot(
                counts, totals[:, k], marker="o", markersize=3, label=label, **line_style(number)
            )
            low, high = indices.total_interval[k]
            x = counts[-1] * (1.12 + 0.06 * number)
            axes.plot([x, x], [low, high], color=line_style(number)["color"], linewidth=2)
        axes.set_xscale("log", base=2)
        axes.set_xlabel("blocks of runs")
        axes.set_ylabel("total index")
        axes.set_title(f"{indices.outcome}; bars: 95 % intervals", loc="left")
        figure.legend(loc="outside right upper")

    return drawn_picture(draw, (6.2, 3.4), path)
