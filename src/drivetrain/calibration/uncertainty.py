"""How far estimates can be trusted: covariance, intervals, goodness of fit."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan

import numpy as np
from numpy.typing import NDArray

from drivetrain.calibration.identifiability import Direction, directions
from drivetrain.calibration.problem import Problem
from drivetrain.calibration.solution import Solution

__all__ = ["Uncertainty", "uncertainty_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Uncertainty:
    """Covariance of estimates, in the units of the unknowns.

    Attributes
    ----------
    covariance : float array, shape (n, n)
        NaN for unknowns at a bound, infinite variance for those that data do not tell.
    noise : float
        Standard deviation of the residuals: 1 if those of the samples were given, else estimated.
    degrees : int
        Measured numbers less unknowns.
    chi_square : float
        Sum of squared residuals.
    p_value : float
        Probability of a greater one if the model is right; NaN if the noise was estimated.
    singular_values : float array
        Of the derivatives of the residuals, with respect to relative changes.
    directions : list of Direction
        What data do not tell.
    """

    covariance: Floats
    noise: float
    degrees: int
    chi_square: float
    p_value: float
    singular_values: Floats
    directions: list[Direction]

    def factor(self, level: float) -> float:
        """Return half the width of an interval, beside the standard error.

        Student's distribution counts if the noise was estimated, else the normal one.
        """
        from scipy import stats

        tail = (1 + level) / 2
        if np.isnan(self.p_value):
            return float(stats.t.ppf(tail, self.degrees)) if self.degrees > 0 else inf
        return float(stats.norm.ppf(tail))


def uncertainty_of(problem: Problem, solution: Solution, loss: str, scale: float) -> Uncertainty:
    """Return how far estimates can be trusted.

    Parameters
    ----------
    problem : Problem
        The problem.
    solution : Solution
        The end of the search.
    loss, scale : str, float
        What was minimised.
    """
    from scipy import stats

    count = problem.measured_count
    chi_square = float(np.sum(solution.residuals**2))
    moved = solution.free & ~solution.at_bound
    inside = moved[solution.free]
    jacobian = solution.jacobian[:, inside]
    degrees = len(solution.residuals) - int(moved.sum())
    known = problem.knows_noise
    noise = 1.0 if known else (chi_square / degrees) ** 0.5 if degrees > 0 else nan
    unknowns = [one for one, is_moved in zip(problem.unknowns, moved, strict=True) if is_moved]
    values, found = directions(jacobian[:count], unknowns, noise)
    inner = _covariance(jacobian, solution.residuals, loss, scale, noise)
    rates = np.array(
        [one.rate(x) for one, x in zip(unknowns, solution.x[moved], strict=True)], dtype=float
    )
    covariance = np.full((len(moved), len(moved)), nan)
    covariance[np.ix_(moved, moved)] = inner * np.outer(rates, rates)
    _without_blind(covariance, problem, found, len(solution.residuals) > count)
    p_value = float(stats.chi2.sf(chi_square, degrees)) if known and degrees > 0 else nan
    return Uncertainty(covariance, noise, degrees, chi_square, p_value, values, found)


def _covariance(
    jacobian: Floats, residuals: Floats, loss: str, scale: float, noise: float
) -> Floats:
    """Return the covariance in coordinates of the search.

    With a robust loss it is that of an M-estimator (P. J. Huber, Robust Statistics, 1981, 6.3): the
    inverse of the weighted curvature, with the scatter of the weighted residuals between.
    """
    if not jacobian.shape[1]:
        return np.empty((0, 0))
    if loss == "linear":
        return _inverse(jacobian.T @ jacobian) * noise**2
    first, second = _slopes(residuals / scale, loss)
    bread = _inverse(jacobian.T @ (np.maximum(first + second, 0.0)[:, np.newaxis] * jacobian))
    score = (first * residuals)[:, np.newaxis] * jacobian
    return bread @ (score.T @ score) @ bread


def _slopes(z: Floats, loss: str) -> tuple[Floats, Floats]:
    """Return ρ'(z²) and 2 z² ρ''(z²) of the loss functions of SciPy."""
    s = z**2
    if loss == "soft_l1":
        return (1 + s) ** -0.5, -s * (1 + s) ** -1.5
    if loss == "huber":
        far = s > 1
        first = np.where(far, np.maximum(s, 1.0) ** -0.5, 1.0)
        return first, np.where(far, -first, 0.0)
    if loss == "cauchy":
        return 1 / (1 + s), -2 * s / (1 + s) ** 2
    return 1 / (1 + s**2), -4 * s**2 / (1 + s**2) ** 2


def _inverse(matrix: Floats) -> Floats:
    """Return the inverse of a symmetric matrix, and the pseudo-inverse of a singular one."""
    size = np.sqrt(np.maximum(np.diag(matrix), np.finfo(float).tiny))
    scaled = matrix / np.outer(size, size)
    return np.asarray(np.linalg.pinv(scaled, hermitian=True) / np.outer(size, size))


def _without_blind(
    covariance: Floats, problem: Problem, found: list[Direction], has_prior: bool
) -> None:
    """Set the variance of what data do not tell to infinity, unless it was known beforehand."""
    for direction in found:
        if not direction.is_blind or has_prior:
            continue
        for name in direction.shares:
            k = problem.names.index(name)
            covariance[k, :] = covariance[:, k] = nan
            covariance[k, k] = inf
