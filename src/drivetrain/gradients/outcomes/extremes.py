"""Extremes of variables over a run, found between the recorded points as exactly as it is known."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.gradients.outcomes.outcome import Outcome, Reading
from drivetrain.gradients.outcomes.values import checked_name
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, RowFlag

__all__ = ["maximum", "minimum", "peak"]

Floats = NDArray[np.float64]

_ROUNDS = 4
_INSIDE = 15
"""Points inside an interval that is searched; each round makes it shorter by a factor of 8."""


Height = Callable[[Floats], Floats]

_HEIGHTS: dict[str, Height] = {"maximum": np.positive, "minimum": np.negative, "peak": np.abs}


@dataclass(frozen=True)
class _Extreme(Outcome):
    variable: str
    kind: str
    needs_points = True

    @property
    def name(self) -> str:
        return f"{self.kind}({self.variable})"

    def unit(self, result: Result) -> str:
        return result.units[self.variable]

    def of(self, result: Result) -> Reading:
        value, place = _highest(result, self.variable, _HEIGHTS[self.kind])
        return Reading(abs(value) if self.kind == "peak" else value, place)


def _highest(result: Result, variable: str, height: Height) -> tuple[float, Hashable]:
    """Return the value of a variable where a function of it is highest, and where that is.

    The place is the number of the stretch between events, whether it is one of its ends, and the
    sign of the value.
    """
    time, values = result.time, result[variable].astype(float)
    row = int(np.argmax(height(values)))
    begins, ends = _segment_ends(result)
    best, instant = values[row], time[row]
    side = "begin" if begins[row] else "end" if ends[row] else "inside"
    left = instant if begins[row] else time[row - 1]
    right = instant if ends[row] else time[row + 1]
    for _ in range(_ROUNDS if result.is_repeatable and right > left else 0):
        inside = np.linspace(left, right, _INSIDE + 2)[1:-1]
        found = np.asarray(result.at(inside, variable), dtype=float)
        k = int(np.argmax(height(found)))
        if height(found)[k] > height(best):
            best, instant, side = found[k], inside[k], "inside"
        step = inside[1] - inside[0]
        left, right = max(left, instant - step), min(right, instant + step)
    segment = int(np.count_nonzero(begins[: row + 1]))
    return float(best), (segment, side, bool(best > 0))


def _segment_ends(result: Result) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which rows begin and which end a stretch between events."""
    flags = result.recording.written[:, FLAG_COLUMN].astype(int) % 8
    begins = np.isin(flags, (RowFlag.RIGHT, RowFlag.INITIAL))
    ends = np.isin(flags, (RowFlag.LEFT, RowFlag.FINAL))
    begins[0] = ends[-1] = True
    return begins, ends


@explained
def maximum(variable: str) -> Outcome:
    """Greatest value of a variable in the run.

    Parameters
    ----------
    variable : str
        Dotted name.

    Examples
    --------
    >>> maximum("shaft.tau").name
    'maximum(shaft.tau)'
    """
    return _Extreme(checked_name(variable, "maximum"), "maximum")


@explained
def minimum(variable: str) -> Outcome:
    """Least value of a variable in the run.

    Parameters
    ----------
    variable : str
        Dotted name.
    """
    return _Extreme(checked_name(variable, "minimum"), "minimum")


@explained
def peak(variable: str) -> Outcome:
    """Greatest absolute value of a variable in the run.

    Parameters
    ----------
    variable : str
        Dotted name.
    """
    return _Extreme(checked_name(variable, "peak"), "peak")
