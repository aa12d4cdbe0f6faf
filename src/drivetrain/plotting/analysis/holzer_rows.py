"""Picture of a Holzer table: amplitudes of the discs, and torques in the shafts between them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from drivetrain.analysis.modes.holzer.table import HolzerTable
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.analysis.shapes import COLOURS

__all__ = ["plot_holzer"]

_MANY = 30
"""Discs from which they are not named."""


def plot_holzer(
    table: HolzerTable, path: str | Path | None = None, title: str | None = None
) -> Figure:
    """Draw the rows of a Holzer table; see :meth:`HolzerTable.plot`.

    Parameters
    ----------
    table : HolzerTable
        The table.
    path, title
        File and title.
    """
    rows = table.rows
    place = np.arange(len(rows))
    amplitude = np.real([row.amplitude for row in rows])
    torque = np.real([row.total for row in rows])

    def draw(figure: Figure) -> None:
        upper, lower = figure.subplots(2, 1, sharex=True)
        for block in dict.fromkeys(row.block for row in rows):
            own = [k for k, row in enumerate(rows) if row.block == block]
            upper.plot(place[own], amplitude[own], "o-", color=COLOURS[0], markersize=4)
            lower.step(place[own], torque[own], where="post", color=COLOURS[1])
        for axes, label in ((upper, "amplitude in rad"), (lower, "torque behind it in N·m")):
            axes.axhline(0.0, color="#555555", linewidth=0.8)
            axes.set_ylabel(label)
        if len(rows) <= _MANY:
            lower.set_xticks(place, [row.part or "–" for row in rows], rotation=90, fontsize=7)
        lower.set_xlabel("discs in the order of calculation")
        upper.set_title(table.title if title is None else title, fontsize=9, loc="left")

    return drawn_picture(draw, (7.2, 4.6), path)
