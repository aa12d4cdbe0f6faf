"""Pictures into files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.files import check_path, suffix_of, write_atomically

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["PICTURE_SUFFIXES", "saved", "write"]

PICTURE_SUFFIXES = (".png", ".svg", ".pdf", ".jpg", ".eps")
"""Suffixes of the image files that can be written."""

_UNDATED = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
"""Entries of files that would differ from day to day."""


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
        write(figure, check_path(path, PICTURE_SUFFIXES))
    return figure


def write(figure: Figure, target: Path) -> None:
    """Write a figure to a file whose name has been checked: the same picture gives the same bytes.

    Parameters
    ----------
    figure : Figure
        The picture.
    target : Path
        The file.

    Raises
    ------
    ResultError
        If writing fails.
    """
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE

    with mpl.rc_context(STYLE), write_atomically(target) as unfinished:
        figure.savefig(unfinished, metadata=_UNDATED.get(suffix_of(target)))
