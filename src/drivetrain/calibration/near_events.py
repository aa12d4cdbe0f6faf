"""Residuals near events, where a small shift in time looks like a large error."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.problem import Problem
from drivetrain.simulation.results.result import Result

__all__ = ["Share", "is_near", "share_near_events"]

Floats = NDArray[np.float64]

_SPACINGS = 1.5
"""Distance from an event beside that of the samples."""
_DOMINATES = 0.5
_FEW = 0.25


class Share(NamedTuple):
    """What samples near events contribute.

    Attributes
    ----------
    of_squares : float
        To the sum of squares.
    of_samples : float
        To the number of samples.
    """

    of_squares: float
    of_samples: float

    @property
    def dominates(self) -> bool:
        """Whether few samples decide."""
        return self.of_squares > _DOMINATES and self.of_samples < _FEW


def is_near(times: Floats, events: Floats, timing: float) -> NDArray[np.bool_]:
    """Return which samples are near an event.

    Parameters
    ----------
    times : float array
        Instants of the samples, s.
    events : float array
        Instants of the events, s.
    timing : float
        Standard deviation of the instants, s.
    """
    if not len(events) or not len(times):
        return np.zeros(len(times), dtype=bool)
    spacing = float(np.median(np.diff(times))) if len(times) > 1 else 0.0
    behind = np.clip(np.searchsorted(events, times), 1, max(len(events) - 1, 1))
    nearest = np.minimum(
        np.abs(times - events[np.minimum(behind, len(events) - 1)]),
        np.abs(times - events[behind - 1]),
    )
    return np.asarray(nearest <= max(_SPACINGS * spacing, 2 * timing))


def share_near_events(problem: Problem, residuals: Floats, results: list[Result]) -> Share:
    """Return what samples near events contribute to the sum of squares.

    Parameters
    ----------
    problem : Problem
        The problem.
    residuals : float array
        Its residuals.
    results : list of Result
        The run of each experiment.
    """
    near, squares, count, every = 0.0, 0.0, 0, 0
    for number, channel, place in problem.channels():
        events = results[number].events.telling.times()
        close = is_near(channel.time, events, problem.experiments[number].timing)
        own = residuals[place] ** 2
        near, squares = near + float(own[close].sum()), squares + float(own.sum())
        count, every = count + int(close.sum()), every + len(own)
    return Share(near / squares if squares else 0.0, count / every if every else 0.0)
