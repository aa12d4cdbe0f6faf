"""Distributions of SciPy, as they are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import UsageError
from drivetrain.studies.distributions.distribution import Distribution, Floats, ToNumber

__all__ = ["Frozen", "is_frozen"]


def is_frozen(value: object) -> bool:
    """Return whether a value is a distribution of `scipy.stats` with all its parameters."""
    kind = type(value)
    return all(hasattr(kind, name) for name in ("ppf", "cdf")) and hasattr(value, "dist")


class Frozen(Distribution):
    """A frozen distribution of `scipy.stats`.

    Parameters
    ----------
    frozen : object
        Such as ``scipy.stats.weibull_min(2, scale=3)``; its numbers are in the unit of the
        parameter.
    """

    def __init__(self, frozen: Any) -> None:
        self.frozen = frozen

    def at(self, levels: Floats) -> NDArray[Any]:
        """Return the values at some levels."""
        return np.asarray(self.frozen.ppf(levels))

    def in_numbers(self, number: ToNumber) -> Frozen:
        """Return the distribution itself, whose parameters are numbers."""
        if np.ndim(self.frozen.ppf(0.5)) or not np.isfinite(self.frozen.ppf(0.5)):
            raise UsageError(f"{self}: give the distribution of one number, with finite parameters")
        return self

    def __repr__(self) -> str:
        """Return how it is made in SciPy."""
        told = [f"{one:g}" for one in self.frozen.args if isinstance(one, (int, float))]
        told += [f"{name}={value!r}" for name, value in self.frozen.kwds.items()]
        return f"{self.frozen.dist.name}({', '.join(told)})"
