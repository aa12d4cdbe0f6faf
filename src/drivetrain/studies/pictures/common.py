"""What pictures of studies share: labels, values that can be drawn, colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UsageError
from drivetrain.plotting.labels import shortened, unit_label

if TYPE_CHECKING:
    from drivetrain.studies.results.study_result import StudyResult

__all__ = ["BAD", "MAP", "label_of", "numbers_of", "varied"]

MAP: Final = "cividis"
"""Colours of numbers: readable in grey and for all eyes."""
BAD: Final = "#b3261e"
"""Colour of runs that failed."""
_LONGEST = 34


def label_of(result: StudyResult, name: str, longest: int = _LONGEST) -> str:
    """Return a name with its unit, as axes show it."""
    unit = result.units.get(name, "1")
    told = shortened(name, longest)
    return told if unit in ("", "1") else f"{told} / {unit_label(unit)}"


def numbers_of(result: StudyResult, name: str) -> NDArray[np.float64]:
    """Return an outcome or a parameter as numbers.

    Raises
    ------
    UsageError
        If it has other values, such as tables.
    """
    values = result[name]
    if values.dtype.kind not in "biuf":
        raise UsageError(f"{name!r} has values that are no numbers, so it cannot be drawn over")
    return values.astype(float)


def varied(result: StudyResult) -> list[str]:
    """Return the numeric parameters that take more than one value."""
    return [
        name
        for name, values in result.parameters.items()
        if values.dtype.kind in "biuf" and len(values) and np.ptp(values.astype(float)) > 0
    ]
