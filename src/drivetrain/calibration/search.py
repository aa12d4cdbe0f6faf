"""The search for the least sum of squares, from one start or from many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import one_of, positive, whole
from drivetrain.calibration.experiment import with_noise
from drivetrain.calibration.problem import Problem
from drivetrain.errors import AnalysisError, UsageError

if TYPE_CHECKING:
    from drivetrain.calibration.fit import Fit

__all__ = ["Solution", "fitted", "solve"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

LOSSES = ("linear", "soft_l1", "huber", "cauchy", "arctan")
_MOST_STEPS = 200
_PRECISION = 1e-9
"""Relative change of the sum of squares, and of the unknowns, at which the search ends."""
_INSIDE = 1e-8
_REWEIGHTED = 4
_LOCAL = 4
"""Starts per search that goes to the end: those with the least sums of squares."""


@dataclass(frozen=True)
class Solution:
    """The end of a search.

    Attributes
    ----------
    x : float array
        Values of the unknowns.
    residuals, jacobian : float array
        There; derivatives are with respect to the coordinates of the search.
    cost : float
        What was minimised: half the sum of squares, or of the loss.
    at_bound : bool array
        Which unknowns are at a bound.
    free : bool array
        Which unknowns were varied.
    message : str
        Why it ended.
    converged : bool
        Whether it ended for a good reason.
    steps : int
        Number of evaluations.
    """

    x: Floats
    residuals: Floats
    jacobian: Floats
    cost: float
    at_bound: Bools
    free: Bools
    message: str
    converged: bool
    steps: int


def solve(
    problem: Problem,
    start: Floats,
    loss: str = "linear",
    loss_scale: float = 1.0,
    free: Bools | None = None,
) -> Solution:
    """Search from one start.

    Parameters
    ----------
    problem : Problem
        The problem.
    start : float array
        First values.
    loss, loss_scale : str, float
        As for :func:`drivetrain.fit`.
    free : bool array, optional
        Which unknowns are varied; by default all.

    Raises
    ------
    AnalysisError
        If the run at the start fails.
    """
    from scipy.optimize import least_squares

    free = np.ones(len(start), dtype=bool) if free is None else free
    unknowns = [one for one, is_free in zip(problem.unknowns, free, strict=True) if is_free]
    low = np.array([one.inner(one.low) for one in unknowns])
    high = np.array([one.inner(one.high) for one in unknowns])

    def outer(inner: Floats) -> Floats:
        x = np.array(start, dtype=float)
        x[free] = [one.outer(v) for one, v in zip(unknowns, inner, strict=True)]
        return np.asarray(np.clip(x, *problem.bounds))

    def residuals(inner: Floats) -> Floats:
        return problem.residuals(outer(inner))

    def jacobian(inner: Floats) -> Floats:
        x = outer(inner)
        rates = [one.rate(v) for one, v in zip(unknowns, x[free], strict=True)]
        return np.asarray(problem.jacobian(x)[:, free] * np.array(rates))

    first = np.array([one.inner(v) for one, v in zip(unknowns, start[free], strict=True)])
    margin = _INSIDE * np.maximum(1.0, np.abs(first))
    first = np.clip(first, low + margin, high - margin)
    _refuse_failing_start(problem, outer(first))
    if not len(first):
        own = residuals(first)
        none = np.zeros(len(start), dtype=bool)
        cost = _cost(own, loss, loss_scale)
        return Solution(start, own, np.empty((len(own), 0)), cost, none, free, "", True, 1)
    law: Any = loss
    found: Any = least_squares(
        residuals, first, jac=jacobian, bounds=(low, high), loss=law, f_scale=loss_scale,
        x_scale=1.0, ftol=_PRECISION, xtol=_PRECISION, gtol=1e-12, max_nfev=_MOST_STEPS,
    )  # fmt: skip
    x = outer(found.x)
    at_bound = np.zeros(len(start), dtype=bool)
    at_bound[free] = found.active_mask != 0
    return Solution(
        x, residuals(found.x), jacobian(found.x), float(found.cost), at_bound, free,
        str(found.message), found.status > 0, int(found.nfev),
    )  # fmt: skip


def _cost(residuals: Floats, loss: str, scale: float) -> float:
    """Return half the sum of the loss, as the search minimises it."""
    z = (residuals / scale) ** 2
    rho = {
        "linear": z,
        "soft_l1": 2 * (np.sqrt(1 + z) - 1),
        "huber": np.where(z <= 1, z, 2 * np.sqrt(z) - 1),
        "cauchy": np.log1p(z),
        "arctan": np.arctan(z),
    }[loss]
    return float(0.5 * scale**2 * np.sum(rho))


def _refuse_failing_start(problem: Problem, x: Floats) -> None:
    before = problem.failures.copy()
    row = problem.residuals(x)
    if not problem.is_failed(row):
        return
    new = problem.failures - before or problem.failures
    why = next(iter(new), "it failed before")
    told = ", ".join(f"{name} = {v:.6g}" for name, v in zip(problem.names, x, strict=True))
    raise AnalysisError(f"the search cannot start: the run with {told} fails: {why}")


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
    from drivetrain.calibration.fit import Fit
    from drivetrain.calibration.starts import Starts, searched

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
