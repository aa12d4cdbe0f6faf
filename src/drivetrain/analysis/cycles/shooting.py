"""Newton's method for a period that repeats.

Each trial is a run over one period [1]_. Steps are shortened where they do not bring the ends
closer together, or where there is no run: the period map has kinks where the sequence of events
changes.

References
----------
.. [1] T. J. Aprille, T. N. Trick, "Steady-state analysis of nonlinear circuits with periodic
   inputs", Proceedings of the IEEE 60, 1972.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import SimulationError

__all__ = ["NoConvergence", "Problem", "Trial", "corrections", "solve"]

Floats = NDArray[np.float64]
PointT = TypeVar("PointT")
TrialT = TypeVar("TrialT", bound="Trial")

_HALVINGS = 8
_GAIN = 0.1
"""Least relative reduction of the gap per full step."""
_FINE = 1000.0
"""Error that counts as none if it does not shrink any more: runs add up those of their steps."""
_RANK = 1e-10
"""Singular value that counts as zero, relative to the largest."""
_DAMPED = 1e-2
"""Singular value that is damped, relative to the gap."""
_FARTHEST = 1.0
"""Largest correction, in sizes of the unknowns."""


class Trial(Protocol):
    """A run over one period, and the gap between its ends.

    Attributes
    ----------
    gap : float
        Size of the difference of its ends, in sizes of the states.
    error : float
        The same, in parts of what the runs resolve; up to 1 it is none.
    """

    @property
    def gap(self) -> float:
        """Size of the difference of its ends, in sizes of the states."""

    @property
    def error(self) -> float:
        """The same, in parts of what the runs resolve."""


class Problem(Protocol[PointT, TrialT]):
    """What is solved: trials, and corrections of the unknowns."""

    def trial(self, point: PointT) -> TrialT:
        """Return the run from a point."""

    def correction(self, trial: TrialT) -> Floats:
        """Return by how much the unknowns have to change, in their sizes."""

    def moved(self, trial: TrialT, change: Floats) -> PointT:
        """Return the point at which the next trial begins."""


class NoConvergence(Exception):  # noqa: N818
    """No period repeats near the start.

    Parameters
    ----------
    trial : Trial
        The best run found.
    iterations : int
        Number of corrections.
    """

    def __init__(self, trial: object, iterations: int) -> None:
        super().__init__()
        self.trial, self.iterations = trial, iterations


def corrections(matrix: Floats, right: Floats) -> Floats:
    """Return a solution of linear equations that may hardly determine some of the unknowns.

    What is hardly determined hardly changes [1]_: cycles that belong to a family can only be told
    apart by where the search began. The bound falls with the right-hand side, so that this does not
    slow down the convergence.

    Parameters
    ----------
    matrix : float array, shape (m, n)
        In comparable units.
    right : float array, shape (m,)
        Right-hand sides.

    References
    ----------
    .. [1] N. Yamashita, M. Fukushima, "On the rate of convergence of the Levenberg–Marquardt
       method", Computing Supplement 15, 2001.
    """
    if not matrix.size:
        return np.zeros(matrix.shape[1])
    left, singular, across = np.linalg.svd(matrix, full_matrices=False)
    bound = max(_DAMPED * float(np.linalg.norm(right)), _RANK * singular[0])
    parts = singular / (singular**2 + bound**2) if singular[0] else singular
    found: Floats = across.T @ (parts * (left.T @ right))
    return found


def solve(
    problem: Problem[PointT, TrialT], start: PointT, most: int, farthest: float = _FARTHEST
) -> tuple[TrialT, int]:
    """Return a run whose ends are the same, and the number of corrections.

    Parameters
    ----------
    problem : Problem
        What is solved.
    start : object
        Where it begins.
    most : int
        Most corrections.
    farthest : float
        Largest correction, in sizes of the unknowns.

    Raises
    ------
    NoConvergence
        If none is found.
    SimulationError
        If the first run fails.
    """
    trial = problem.trial(start)
    for iteration in range(most):
        if trial.error <= 1.0:
            return trial, iteration
        change = problem.correction(trial)
        better = _shortened(problem, trial, change, farthest)
        if better is None:
            if trial.error <= _FINE:
                return trial, iteration
            raise NoConvergence(trial, iteration)
        trial = better
    if trial.error <= _FINE:
        return trial, most
    raise NoConvergence(trial, most)


def _shortened(
    problem: Problem[PointT, TrialT], trial: TrialT, change: Floats, farthest: float
) -> TrialT | None:
    """Return the first trial on the way to a correction that is better; None if there is none."""
    part = min(1.0, farthest / max(float(np.abs(change).max(initial=0.0)), 1e-300))
    for _ in range(_HALVINGS):
        try:
            found = problem.trial(problem.moved(trial, part * change))
        except SimulationError:
            part *= 0.5
            continue
        if found.error <= 1.0 or found.gap <= (1.0 - _GAIN * part) * trial.gap:
            return found
        part *= 0.5
    return None
