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
    table: Starts | None = None
    if count > 1:
        table, solution = searched(problem, first, count, number, law, scale)
    else:
        solution = solve(problem, first, law, scale)
    return Fit(*_reweighted(problem, solution, law, scale), law, scale, table)


def _reweighted(
    problem: Problem, solution: Solution, loss: str, scale: float
) -> tuple[Problem, Solution]:
    """Let samples count less where the signal is steep, if their instants are uncertain.

    The variance of a sample is that of its value plus that of its instant times the square of the
    slope ("effective variance": J. Orear, Am. J. Phys. 50, 1982); the slope is that of the model.
    """
    original, now = problem, problem
    for _ in range(_REWEIGHTED if any(one.timing for one in problem.experiments) else 0):
        experiments = [
            with_noise(one, one.steepness(original.parameters(solution.x, k)))
            if one.timing
            else one
            for k, one in enumerate(original.experiments)
        ]
        now = original.with_experiments(experiments)
        before, solution = solution.x, solve(now, solution.x, loss, scale)
        if np.allclose(solution.x, before, rtol=1e-6):
            break
    return now, solution
