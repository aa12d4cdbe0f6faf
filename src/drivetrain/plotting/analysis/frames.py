"""What pictures of analyses share: units in which numbers are shown, and files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from drivetrain.errors import UnitError, UsageError, nearest, shown
from drivetrain.files import check_path, write_atomically
from drivetrain.modeling.quantities.display import display_units
from drivetrain.modeling.quantities.exact import displayed
from drivetrain.plotting.labels import unit_label
from drivetrain.plotting.saving import PICTURE_SUFFIXES
from drivetrain.plotting.style import STYLE, new_figure

__all__ = ["Scale", "drawn_picture", "frequency_scale", "scale_of"]

Floats = NDArray[np.float64]

_FREQUENCIES = {"Hz": 1 / (2 * np.pi), "rad/s": 1.0, "rpm": 30 / np.pi}


@dataclass(frozen=True)
class Scale:
    """Unit in which numbers of a declared unit are shown.

    Attributes
    ----------
    unit : str
        The declared unit.
    shown : str
        The unit of the picture.
    name : str
        What has it, for messages.
    """

    unit: str
    shown: str
    name: str

    @property
    def label(self) -> str:
        """The unit in the usual notation."""
        return unit_label(self.shown)

    def of(self, values: Floats) -> Floats:
        """Return numbers in the unit of the picture."""
        if self.shown == self.unit:
            return values
        return np.asarray(displayed(values, self.unit, self.shown, self.name))


def scale_of(unit: str, asked: str | None, name: str) -> Scale:
    """Return the unit in which numbers are shown.

    Parameters
    ----------
    unit : str
        Their declared unit.
    asked : str, optional
        The unit that somebody wants; by default that of ``dt.display_units``, else the declared
        one.
    name : str
        What has it, for messages.

    Raises
    ------
    UnitError
        If it is unknown, or of another kind.
    """
    if asked is not None and not isinstance(asked, str):
        raise UnitError(f"unit of {name}: {shown(asked)} is no unit; give a text such as 'kN.m'")
    scale = Scale(unit, display_units.get(unit, unit) if asked is None else asked, name)
    scale.of(np.zeros(1))  # refuses what does not fit
    return scale


def frequency_scale(frequency: Any) -> float:
    """Return the factor from rad/s to the unit in which frequencies are shown.

    Parameters
    ----------
    frequency : {"Hz", "rad/s", "rpm"}
        The unit.

    Raises
    ------
    UsageError
        If it is another one.
    """
    if not isinstance(frequency, str) or frequency not in _FREQUENCIES:
        hint = nearest(str(frequency), _FREQUENCIES)
        known = ", ".join(_FREQUENCIES)
        raise UsageError(f"frequency={shown(frequency)}: choose one of {known}{hint}")
    return _FREQUENCIES[frequency]


def drawn_picture(
    draw: Callable[[Figure], Any], size: tuple[float, float], path: str | Path | None
) -> Figure:
    """Return a new figure that a function has drawn on, and write it to a file if there is one.

    Parameters
    ----------
    draw : callable
        Draws on an empty figure.
    size : tuple of float
        Width and height, inches.
    path : str or Path, optional
        The file.

    Raises
    ------
    ResultError
        If the file cannot be written; nothing is drawn then.
    """
    target = None if path is None else check_path(path, PICTURE_SUFFIXES)
    with mpl.rc_context(STYLE):
        figure = new_figure(*size)
        draw(figure)
        if target is not None:
            with write_atomically(target) as unfinished:
                figure.savefig(unfinished)
    return figure
