"""A fit from one start or from many, with samples weighed anew where their instants matter."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import one_of, positive, whole
from drivetrain.calibration.experiment import with_noise
from drivetrain.calibration.fit import Fit
from drivetrain.calibration.problem import Problem
from drivetrain.calibration.search import LOSSES, solve
from drivetrain.calibration.solution import Solution
from drivetrain.calibration.starts import Starts, searched
from drivetrain.errors import UsageError

__all__ = ["fitted"]

Floats = NDArray[np.float64]

_REWEIGHTED = 4
"""Most times that samples are weighed anew."""


def fitted(
    problem: Problem, loss: Any, loss_scale: Any, starts: Any, seed: Any, start: Floats | None
) -> Fit:
    """Return the best fit.

    Parameters
    ----------
    problem : Problem
        The problem.
    loss, loss_scale, starts, seed
        As for :func:`drivetrain.fit`.
    start : float array, optional
        First values.

    Raises
    ------
    UsageError
        If an argument is invalid.
    AnalysisError
        If no run succeeds.
    """
    law = one_of(loss, "loss", LOSSES)
    scale = positive(loss_scale, "loss_scale", "1")
    count = whole(starts, "starts")
    number = whole(seed, "seed", 0)
    if len(problem.unknowns) > problem.measured_count + sum(
        one.prior is not None for one in problem.unknowns
    ):
        raise UsageError(
            f"{len(problem.unknowns)} unknowns, but {problem.measured_count} measured numbers"
        )
    first = problem.start if start is None else start
    weighed = _weighed(problem, first)
    table: Starts | None = None
    if count > 1:
        table, solution = searched(weighed, first, count, number, law, scale)
    else:
        solution = solve(weighed, first, law, scale)
    return Fit(*_reweighted(problem, weighed, solution, law, scale), law, scale, table)


def _reweighted(
    original: Problem, weighed: Problem, solution: Solution, loss: str, scale: float
) -> tuple[Problem, Solution]:
    """Weigh samples anew where the search has led, and search again, until it stays there."""
    now = weighed
    for _ in range(_REWEIGHTED if now is not original else 0):
        before, now = solution.x, _weighed(original, solution.x)
        solution = solve(now, before, loss, scale)
        if np.allclose(solution.x, before, rtol=1e-6):
            break
    return now, solution


def _weighed(problem: Problem, x: Floats) -> Problem:
    """Return the problem with samples that count less where the signal is steep.

    The variance of a sample is that of its value plus that of its instant times the square of the
    slope ("effective variance": J. Orear, Am. J. Phys. 50, 1982); the slope is that of the model.
    """
    if not any(one.timing for one in problem.experiments):
        return problem
    experiments = [
        with_noise(one, one.steepness(problem.parameters(x, k))) if one.timing else one
        for k, one in enumerate(problem.experiments)
    ]
    return problem.with_experiments(experiments)
