"""Integration methods, and validity checks of the settings of a run."""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.sundials import SUNDIALS

__all__ = ["METHODS", "METHOD_NUMBERS", "Method", "check_clocks", "check_settings"]

Method = Literal["auto", "bs5", "dopri5", "rodas", "cvode", "ida"]
"""Integrator of a run: the kernel's own two with automatic switching, explicit only (by its name or
that of the pair used before), or stiff only; or one of SUNDIALS."""

METHODS: tuple[Method, ...] = get_args(Method)
"""All methods."""

METHOD_NUMBERS = {"auto": 0, "bs5": 1, "dopri5": 1, "rodas": 2} | dict.fromkeys(SUNDIALS, 3)
"""Their codes in the kernel."""


def check_settings(
    arrays: dict[str, npt.NDArray[Any]],
    start_time: float,
    stop_time: float,
    interval: float,
    max_step: float,
) -> None:
    """Reject settings with which the time loop would not terminate.

    Parameters
    ----------
    arrays : dict of array
        Tolerances, clocks and output points, by their names in `Solver`.
    start_time, stop_time, interval, max_step : float
        In s, as in `Solver`.

    Raises
    ------
    DrivetrainError
        A setting is invalid.
    """
    if not (math.isfinite(start_time) and math.isfinite(stop_time) and stop_time >= start_time):
        raise DrivetrainError(
            f"start_time {start_time} s and stop_time {stop_time} s: both must be finite and "
            "stop_time must not be before start_time"
        )
    if not interval > 0:
        raise DrivetrainError(f"interval {interval} s: must be positive")
    points = arrays["output_times"]
    if points.size and not (
        start_time <= points[0] and points[-1] <= stop_time and (np.diff(points) > 0).all()
    ):
        raise DrivetrainError(
            f"output_times: must increase from {start_time} s or later to {stop_time} s or earlier"
        )
    if not max_step > 0:
        raise DrivetrainError(f"max_step {max_step} s: must be positive")
    if not (np.all(arrays["atol"] > 0) and np.all(arrays["rtol"] >= 0)):
        raise DrivetrainError("tolerances: atol must be positive, rtol must not be negative")
    check_clocks(arrays)


def check_clocks(arrays: dict[str, npt.NDArray[Any]]) -> None:
    """Reject clocks whose ticks would not advance.

    Parameters
    ----------
    arrays : dict of array
        Their periods as `sample_interval`.

    Raises
    ------
    DrivetrainError
        A period is not positive.
    """
    if not (arrays["sample_interval"] > 0).all():
        raise DrivetrainError("sample_interval: every clock needs a positive period")
