"""Pictures into files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.files import check_path, write_atomically

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["PICTURE_SUFFIXES", "saved"]

PICTURE_SUFFIXES = (".png", ".svg", ".pdf", ".jpg", ".eps")
"""Suffixes of the image files that can be written."""


def saved(figure: Figure, path: str | Path | None) -> Figure:
    """Return a figure, written to a file if one is named.

    Parameters
    ----------
    figure : Figure
        The picture.
    path : str or Path, optional
        The file.

    Raises
    ------
    ResultError
        If the suffix is unknown, the folder is missing, or writing fails.
    """
    if path is not None:
        with write_atomically(check_path(path, PICTURE_SUFFIXES)) as unfinished:
            figure.savefig(unfinished)
    return figure
