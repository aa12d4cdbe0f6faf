"""Normal distributions of several parameters that depend on one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.studies.distributions.distribution import Floats, ToNumber

__all__ = ["CorrelatedNormal", "correlated_normal"]


class CorrelatedNormal:
    """Normal distribution of several parameters together."""

    def __init__(self, mean: Sequence[Any], sd: Sequence[Any], correlation: ArrayLike) -> None:
        self.mean, self.sd = _listed(mean, "mean"), _listed(sd, "sd")
        if len(self.mean) != len(self.sd):
            raise UsageError(
                f"correlated_normal: {len(self.mean)} means and {len(self.sd)} standard "
                "deviations; give one of each for every parameter"
            )
        self.correlation = _correlations(correlation, len(self.mean))
        self._factor = _cholesky(self.correlation)

    def __len__(self) -> int:
        """Return the number of parameters."""
        return len(self.mean)

    @property
    def is_independent(self) -> bool:
        """Whether the parameters do not depend on one another."""
        return bool((self.correlation == np.eye(len(self))).all())

    def at(self, levels: Floats) -> list[Floats]:
        """Return the values of each parameter at some levels, shape (n, parameters)."""
        from scipy.special import ndtri

        scores = ndtri(levels)
        found = []
        for mean, sd, weights in zip(self.mean, self.sd, self._factor, strict=True):
            total = np.zeros(len(levels))
            for weight, score in zip(weights.tolist(), scores.T, strict=True):
                total += weight * score  # in this order on every processor
            found.append(mean + sd * total)
        return found

    def in_numbers(self, numbers: Sequence[ToNumber]) -> CorrelatedNormal:
        """Return the same distribution with plain numbers in place of quantities."""
        mean = [number(one) for number, one in zip(numbers, self.mean, strict=True)]
        sd = [number(one) for number, one in zip(numbers, self.sd, strict=True)]
        if not (np.isfinite(mean).all() and np.isfinite(sd).all() and min(sd) > 0):
            raise UsageError(f"{self}: means are finite, standard deviations positive")
        return CorrelatedNormal(mean, sd, self.correlation)

    def __repr__(self) -> str:
        """Return how it was asked for."""
        told = shown(self.correlation.tolist())
        return f"correlated_normal({shown(self.mean)}, {shown(self.sd)}, {told})"


def _listed(values: Any, what: str) -> list[Any]:
    if isinstance(values, (str, bytes)) or not np.iterable(values):
        raise UsageError(f"correlated_normal: {what}={shown(values)}: give one for each parameter")
    return [one.item() if isinstance(one, np.generic) else one for one in values]


def _correlations(given: ArrayLike, count: int) -> Floats:
    try:
        found = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        found = np.empty(0)
    if found.shape != (count, count) or not (np.diag(found) == 1).all():
        raise UsageError(
            f"correlated_normal: correlation={shown(given)}: give {count} rows of {count} "
            "coefficients, with 1 on the diagonal"
        )
    if not (found == found.T).all() or not (np.abs(found) <= 1).all():
        raise UsageError(
            f"correlated_normal: correlation={shown(given)}: the matrix has to be symmetric, with "
            "coefficients between -1 and 1"
        )
    return found


def _cholesky(correlation: Floats) -> Floats:
    try:
        return np.asarray(np.linalg.cholesky(correlation), dtype=np.float64)
    except np.linalg.LinAlgError:
        raise UsageError(
            f"correlated_normal: correlation={shown(correlation.tolist())}: no parameters can be "
            "correlated in this way (the matrix is not positive definite)"
        ) from None


@explained
def correlated_normal(
    mean: Sequence[Number], sd: Sequence[Number], correlation: ArrayLike
) -> CorrelatedNormal:
    """Return the normal distribution of several parameters that depend on one another.

    Parameters
    ----------
    mean, sd : sequence of float or quantity
        Means and standard deviations, one for each parameter.
    correlation : array_like, shape (n, n)
        Coefficients of correlation.

    Raises
    ------
    UsageError
        If the numbers do not match, or no parameters can be correlated in this way.

    Examples
    --------
    It is given to several names at once:

    >>> from drivetrain import studies
    >>> masses = studies.correlated_normal([1, 2], [0.1, 0.2], [[1, 0.8], [0.8, 1]])
    >>> vary = {("J1.J", "J2.J"): masses}
    """
    return CorrelatedNormal(mean, sd, correlation)
