"""What all pictures of calibrations have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.analysis.arguments import text
from drivetrain.plotting.saving import saved

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["picture", "with_unit"]


def picture(
    width: float,
    height: float,
    draw: Callable[[Figure], None],
    path: str | Path | None,
    title: str | None,
) -> Figure:
    """Return a figure in the style of the package.

    Parameters
    ----------
    width, height : float
        Size in inches.
    draw : callable
        Draws into the figure.
    path : str or Path, optional
        Also write the figure to this file.
    title : str, optional
        Title.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    label = None if title is None else text(title, "title")
    with mpl.rc_context(STYLE):
        figure = new_figure(width, height)
        draw(figure)
        if label:
            figure.suptitle(label, fontsize=10, fontweight="bold")
        return saved(figure, path)


def with_unit(name: str, unit: str) -> str:
    """Return a label such as ``load.w in rad/s``."""
    return name if unit in ("", "1") else f"{name} in {unit}"
