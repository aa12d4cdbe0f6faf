"""Tornado diagrams: how far an outcome moves with one parameter at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from drivetrain.errors import StudyError
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.line_styles import COLOURS
from drivetrain.studies.designs.around import OneAtATime
from drivetrain.studies.pictures.common import label_of

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["draw_tornado"]

_MOST = 25


def draw_tornado(result: StudyResult, outcome: str, path: str | Path | None) -> Figure:
    """Draw the effect of each parameter; see :meth:`StudyResult.tornado`.

    Parameters
    ----------
    result : StudyResult
        A study with the design `one_at_a_time`.
    outcome : str
        The outcome.
    path : str or Path, optional
        File for the picture.

    Raises
    ------
    StudyError
        If the design is another one, or the base has no value.
    """
    values = result[outcome]
    if result.study is None or not isinstance(result.study.design, OneAtATime):
        raise StudyError(
            f"a tornado diagram needs the design one_at_a_time(), and a study that was run here; "
            f"this one has {result.design}"
        )
    base = values[0]
    if not np.isfinite(base):
        raise StudyError(f"{outcome!r} is missing in run 0, the base: {result.reasons(outcome)}")
    axes_of = [axis for axis in result.study.table.axes if axis.width]
    low, high = values[1::2].tolist(), values[2::2].tolist()
    reach = np.nanmax(np.abs(np.stack([low, high]) - base), axis=0, initial=0.0)
    order = np.argsort(-reach, kind="stable")[:_MOST]

    def draw(figure: Figure) -> None:
        axes: Any = figure.subplots()
        for row, k in enumerate(order.tolist()):
            name = axes_of[k].label
            given = result.parameters[axes_of[k].names[0]]
            for value, run, colour in ((low[k], 1 + 2 * k, 0), (high[k], 2 + 2 * k, 1)):
                _draw_bar(axes, row, base, value, f"{given[run]:.4g}", COLOURS[colour])
            axes.text(
                0.0, row, f"{name}  ", ha="right", va="center", fontsize=8,
                transform=axes.get_yaxis_transform(),
            )  # fmt: skip
        axes.axvline(base, color="#444444", linewidth=0.9)
        axes.set_yticks([])
        axes.set_ylim(len(order) - 0.4, -0.6)
        axes.margins(x=0.18)
        axes.set_xlabel(label_of(result, outcome))
        axes.set_title(f"base {base:.5g}; blue at the lower value, orange at the upper", loc="left")

    return drawn_picture(draw, (6.6, 0.34 * len(order) + 1.2), path)


def _draw_bar(axes: Any, row: int, base: float, value: Any, told: str, colour: str) -> None:
    if not np.isfinite(value):
        axes.text(base, row, "no value", color=colour, fontsize=7, va="center")
        return
    axes.barh(row, value - base, left=base, height=0.62, color=colour, alpha=0.85)
    side = "left" if value >= base else "right"
    text = f" {told} " if value != base else ""
    axes.text(value, row, text, ha=side, va="center", fontsize=7)
