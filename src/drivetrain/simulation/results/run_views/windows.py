"""Windows of time within a run."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError, shown
from drivetrain.simulation.results.instants import instants_of, told_apart

__all__ = ["window_of"]


def window_of(
    time: NDArray[np.float64], start: Any, stop: Any, model: str = "the model"
) -> tuple[float, float]:
    """Return the first and last instant of a window, s; by default those of the run.

    Parameters
    ----------
    time : float array
        Time of the recorded rows, s.
    start, stop : float or quantity, optional
        Ends of the window.
    model : str
        Name of the model, for messages.

    Raises
    ------
    ResultError
        If an end is not a number, lies outside the run, or the window has no length.
    """
    if not len(time):
        raise ResultError(f"the run of {model} recorded nothing")
    ends = _instant("start", start, time, time[0]), _instant("stop", stop, time, time[-1])
    if (start is not None or stop is not None) and not ends[0] < ends[1]:
        raise ResultError(
            f"the window from {ends[0]:g} s to {ends[1]:g} s has no length: start must be before "
            "stop"
        )
    return ends


def _instant(name: str, asked: Any, time: NDArray[np.float64], usual: np.float64) -> float:
    if asked is None:
        return float(usual)
    found = instants_of(asked)
    if found.ndim or not np.isfinite(found):
        raise ResultError(f"{name}={shown(asked)}: give one instant in s")
    if not time[0] <= found <= time[-1]:
        at, first, last = told_apart(float(found), float(time[0]), float(time[-1]))
        raise ResultError(f"{name} = {at} s lies outside of the run ({first} s … {last} s)")
    return float(found)
