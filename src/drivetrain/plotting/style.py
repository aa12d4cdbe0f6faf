"""Style of all figures, and figures that need no window."""

from __future__ import annotations

import io
import sys
from typing import Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.figure import Figure

from drivetrain.plotting.line_styles import COLOURS

__all__ = ["STYLE", "new_figure"]

STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.labelsize": 9,
    "axes.linewidth": 0.8,
    "axes.prop_cycle": cycler(color=COLOURS),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "font.size": 9,
    "grid.alpha": 0.6,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.5,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "lines.linewidth": 1.3,
    "savefig.dpi": 160,
    "svg.fonttype": "none",
    "svg.hashsalt": "drivetrain",
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
}
"""Matplotlib settings for all figures (readable in print, without colour)."""


class _Picture(Figure):
    """A figure that notebooks display although it has no window."""

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        with mpl.rc_context(STYLE):
            self.savefig(buffer, format="png")
        return buffer.getvalue()


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure with a size in inches.

    A program that has imported ``matplotlib.pyplot`` gets a figure that ``pyplot.show()`` shows;
    otherwise no window system is touched.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    size: dict[str, Any] = {"figsize": (width, height), "layout": "constrained"}
    if pyplot is None or "inline" in mpl.get_backend().lower():
        return _Picture(**size)
    figure: Figure = pyplot.figure(FigureClass=_Picture, **size)
    return figure
