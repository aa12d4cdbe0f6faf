"""Instants at which a run is recorded: given ones, or a grid of equal intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ParameterError, UsageError, shown
from drivetrain.modeling.argument_values import checked_number, checked_value
from drivetrain.modeling.expression import Expr

__all__ = [
    "SAME_INSTANT",
    "OutputTimes",
    "check_interval",
    "grid_of",
    "output_points_of",
    "output_times_of",
]

SAME_INSTANT = 8
"""Last bits within which the kernel treats two instants as one."""
_MOST_POINTS = 1e8


@dataclass(frozen=True, eq=False)
class OutputTimes:
    """Increasing instants in s; equal to others with the same numbers.

    Parameters
    ----------
    instants : float array
        The instants; read-only.
    """

    instants: NDArray[np.float64]

    def __len__(self) -> int:
        """Return the number of instants."""
        return len(self.instants)

    def __eq__(self, other: object) -> bool:
        """Return whether others are the same instants."""
        return isinstance(other, OutputTimes) and np.array_equal(self.instants, other.instants)

    def __hash__(self) -> int:
        """Return a hash of the numbers."""
        return hash(self.instants.tobytes())

    def __repr__(self) -> str:
        """Return their number and range."""
        if not len(self):
            return "<OutputTimes: none>"
        first, last = self.instants[[0, -1]]
        return f"<OutputTimes: {len(self)} from {first:g} s to {last:g} s>"


def check_interval(step: float, span: float) -> None:
    """Reject an invalid distance of output points.

    Parameters
    ----------
    step : float
        The distance, s.
    span : float
        Length of the run, s.

    Raises
    ------
    UsageError
        If it is not positive, or too short.
    """
    if not step > 0:
        raise UsageError(f"interval={step:g}: the distance of output points has to be positive")
    if span > _MOST_POINTS * step:
        raise UsageError(
            f"interval={step:g}: a run of {span:g} s would have more than {_MOST_POINTS:g} output "
            "points; choose a longer interval"
        )


def grid_of(given: Any, start: float, stop: float) -> tuple[float, NDArray[np.float64]]:
    """Return a distance of output points, s, and the points between both ends of a run.

    They are the same numbers as in the kernel.

    Parameters
    ----------
    given : number or quantity
        What the user gave for `interval`.
    start, stop : float
        The ends, s.

    Raises
    ------
    UsageError
        If it is not a valid distance.
    """
    try:
        step = checked_number(given, "interval", "s")
    except ParameterError:
        raise UsageError(
            f"interval={shown(given)}: give a number; instants are given as output_times="
        ) from None
    check_interval(step, stop - start)
    if step == np.inf:
        return step, np.empty(0)
    rounding = SAME_INSTANT * np.spacing(max(abs(start), abs(stop))) / step
    count = int(np.ceil((stop - start) / step - min(max(rounding, 1e-9), 0.5)))
    return step, np.asarray(start + np.arange(1, max(count, 1)) * step, dtype=np.float64)


def output_times_of(given: Any, start: float, stop: float) -> OutputTimes:
    """Return given instants, once they are checked.

    Parameters
    ----------
    given : array_like or quantity
        What the user gave for `output_times`.
    start, stop : float
        Time span of the run, s. Instants outside by no more than rounding are moved to its ends.

    Raises
    ------
    UsageError
        If they are not increasing instants within the run; the message names the first that is
        not.
    """
    instants = _numbers(given)
    bad = np.flatnonzero(~np.isfinite(instants))
    if bad.size:
        raise UsageError(f"output_times[{bad[0]}] = {instants[bad[0]]:g}: give finite instants, s")
    _check_order(instants)
    rounding = SAME_INSTANT * np.spacing(max(abs(start), abs(stop)))
    outside = np.flatnonzero((instants < start - rounding) | (instants > stop + rounding))
    if outside.size:
        first = outside[0]
        raise UsageError(
            f"output_times[{first}] = {float(instants[first])!r} s lies outside of the run "
            f"({start!r} s … {stop!r} s): leave it out, or make a run that includes it, with "
            "start_time= and stop_time="
        )
    own = np.unique(np.clip(instants, start, stop))
    own.flags.writeable = False
    return OutputTimes(own)


def output_points_of(
    interval: Any, output_times: Any, start: float, stop: float
) -> tuple[NDArray[np.float64], dict[str, Any]]:
    """Return the instants of a new grid, and the settings that say so.

    Parameters
    ----------
    interval, output_times : number, array_like or quantity
        What the user gave; one of them is None.
    start, stop : float
        The ends of the run, s.

    Raises
    ------
    UsageError
        If both or none are given, or the points are not valid.
    """
    if (interval is None) == (output_times is None):
        raise UsageError("resample: give either interval or output_times=…")
    if output_times is not None:
        points = output_times_of(output_times, start, stop)
        return points.instants, {"interval": np.inf, "output_times": points}
    step, instants = grid_of(interval, start, stop)
    return instants, {"interval": step, "output_times": None}


def _numbers(given: Any) -> NDArray[np.float64]:
    if isinstance(given, str):
        raise UsageError(_wanted(given))
    try:
        instants = checked_value(given, "output_times", "s")
    except ParameterError:
        raise UsageError(_wanted(given)) from None
    if isinstance(instants, Expr) or np.ndim(instants) == 0:
        raise UsageError(f"{_wanted(given)}; for the distance of output points use interval=")
    if np.ndim(instants) != 1:
        raise UsageError(f"{_wanted(given)}, not one of shape {np.shape(instants)}")
    return np.array(instants, dtype=np.float64)


def _wanted(given: Any) -> str:
    return f"output_times={shown(given)}: give a list or an array of instants in s"


def _check_order(instants: NDArray[np.float64]) -> None:
    wrong = np.flatnonzero(np.diff(instants) <= 0)
    if not wrong.size:
        return
    k = int(wrong[0])
    one, other = instants[k : k + 2].tolist()
    told = f"output_times[{k}] = {one!r} s and output_times[{k + 1}] = {other!r} s"
    if one == other:
        raise UsageError(f"{told} are the same instant: give each once, as by numpy.unique(…)")
    raise UsageError(f"{told}: give the instants in increasing order, as by numpy.sort(…)")
