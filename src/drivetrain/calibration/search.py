"""The search for the least sum of squares from one start."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.problem import Problem
from drivetrain.calibration.solution import Solution
from drivetrain.errors import AnalysisError

__all__ = ["LOSSES", "solve"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

LOSSES = ("linear", "soft_l1", "huber", "cauchy", "arctan")
_MOST_STEPS = 200
_PRECISION = 1e-9
"""Relative change of the sum of squares, and of the unknowns, at which the search ends."""
_INSIDE = 1e-8


def solve(
    problem: Problem,
    start: Floats,
    loss: str = "linear",
    loss_scale: float = 1.0,
    free: Bools | None = None,
    precision: float = _PRECISION,
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
    precision : float
        Relative change of the sum of squares, and of the unknowns, at which the search ends.

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

    first = np.array([one.inner(v) for one, v in zip(unknowns, start[free], strict=True)])
    margin = _INSIDE * np.maximum(1.0, np.abs(first))
    begin = np.clip(first, low + margin, high - margin)

    def outer(inner: Floats) -> Floats:
        x = np.array(start, dtype=float)
        if np.array_equal(inner, first):  # to the last bit, as it may be known already
            return x
        x[free] = [one.outer(v) for one, v in zip(unknowns, inner, strict=True)]
        return np.asarray(np.clip(x, *problem.bounds))

    def residuals(inner: Floats) -> Floats:
        return problem.residuals(outer(inner))

    def jacobian(inner: Floats) -> Floats:
        x = outer(inner)
        rates = [one.rate(v) for one, v in zip(unknowns, x[free], strict=True)]
        return np.asarray(problem.jacobian(x)[:, free] * np.array(rates))

    _refuse_failing_start(problem, outer(begin))
    if not len(begin):
        own = residuals(begin)
        none = np.zeros(len(start), dtype=bool)
        cost = _cost(own, loss, loss_scale)
        return Solution(start, own, np.empty((len(own), 0)), cost, none, free, "", True, 1)
    law: Any = loss
    found: Any = least_squares(
        residuals, begin, jac=jacobian, bounds=(low, high), loss=law, f_scale=loss_scale,
        x_scale=1.0, ftol=precision, xtol=precision, gtol=1e-12, max_nfev=_MOST_STEPS,
    )  # fmt: skip
    x = outer(found.x)
    slopes = np.asarray(found.jac) if loss == "linear" else jacobian(found.x)
    at_bound = np.zeros(len(start), dtype=bool)
    at_bound[free] = found.active_mask != 0
    return Solution(
        x, residuals(found.x), slopes, float(found.cost), at_bound, free,
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
