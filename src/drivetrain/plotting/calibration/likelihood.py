"""The profile of an unknown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drivetrain.calibration.profile import Profile
from drivetrain.plotting.calibration.frame import picture, with_unit
from drivetrain.plotting.line_styles import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["profile"]

_WIDTH, _HEIGHT = 4.6, 3.0


def profile(
    profile: Profile, *, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw the increase of the sum of squares over an unknown.

    Parameters
    ----------
    profile : Profile
        The profile.
    path : str or Path, optional
        Also write the figure to this file.
    title : str, optional
        Title.
    """

    def draw(figure: Figure) -> None:
        axes = figure.subplots()
        axes.plot(profile.values, profile.increase, "o-", color=COLOURS[0], markersize=4)
        axes.axhline(profile.limit, color="#888888", linewidth=0.8, linestyle="--")
        for end in profile.interval:
            if np.isfinite(end):
                axes.axvline(end, color=COLOURS[1], linewidth=0.8)
        axes.set_xlabel(with_unit(profile.name, profile.unit))
        axes.set_ylabel("increase of χ²")
        axes.set_title(f"{profile.level:.0%}", loc="right")

    return picture(_WIDTH, _HEIGHT, draw, path, title)
