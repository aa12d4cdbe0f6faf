"""Where runs failed, in the plane of two parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from drivetrain.errors import UsageError
from drivetrain.plotting.analysis.frames import drawn_picture
from drivetrain.plotting.labels import shortened
from drivetrain.plotting.line_styles import COLOURS
from drivetrain.studies.pictures.common import label_of, numbers_of, varied

if TYPE_CHECKING:
    from drivetrain.studies.results.failures import Failures
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["draw_failures"]

_MARKERS = "xP^sDv*o"
_LONGEST = 60


def draw_failures(
    result: StudyResult, failures: Failures, x: str | None, y: str | None, path: str | Path | None
) -> Figure:
    """Draw where runs failed; see :meth:`Failures.plot`.

    Parameters
    ----------
    result : StudyResult
        The study.
    failures : Failures
        The runs that failed.
    x, y : str, optional
        Parameters.
    path : str or Path, optional
        File for the picture.

    Raises
    ------
    UsageError
        If fewer than two parameters vary.
    """
    across, up = _chosen(result, failures, x, y)
    columns = numbers_of(result, across), numbers_of(result, up)
    good = result.finished()

    def draw(figure: Figure) -> None:
        axes: Any = figure.subplots()
        axes.plot(columns[0][good], columns[1][good], ".", color="#b5b5b5", markersize=3)
        for k, (kind, count) in enumerate(list(failures.kinds.items())[: len(_MARKERS)]):
            runs = failures.of_kind(kind)
            axes.plot(
                columns[0][runs], columns[1][runs], _MARKERS[k], markersize=5,
                color=COLOURS[(k + 1) % len(COLOURS)],
                label=f"{count} × {shortened(kind, _LONGEST)}",
            )  # fmt: skip
        axes.set_xlabel(label_of(result, across))
        axes.set_ylabel(label_of(result, up))
        axes.set_title(f"{len(failures)} of {len(result)} runs failed", loc="left")
        if len(failures):
            figure.legend(loc="outside lower left", fontsize=7)

    return drawn_picture(draw, (5.6, 4.2), path)


def _chosen(
    result: StudyResult, failures: Failures, x: str | None, y: str | None
) -> tuple[str, str]:
    """Return two parameters: those asked for, else those that tell failures best from others."""
    names = varied(result)
    if len(names) < 2:
        raise UsageError("a map of failures needs two parameters that vary")

    def apart(name: str) -> float:
        """Return the largest distance of the cumulative distributions, negative."""
        values = np.sort(numbers_of(result, name))
        own = np.sort(numbers_of(result, name)[failures.runs])
        if not len(own):
            return 0.0
        of_failed = np.searchsorted(own, values, side="right") / len(own)
        of_all = np.searchsorted(values, values, side="right") / len(values)
        return -float(np.abs(of_failed - of_all).max())

    free = sorted((name for name in names if name not in (x, y)), key=apart)
    across = x if x is not None else free.pop(0)
    return across, y if y is not None else free.pop(0)
