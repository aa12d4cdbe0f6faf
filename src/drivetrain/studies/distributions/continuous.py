"""Continuous distributions: uniform, log-uniform, normal, truncated normal, triangular."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from drivetrain.calls import explained
from drivetrain.modeling.argument_types import Number
from drivetrain.studies.distributions.distribution import Floats, OfNumbers

__all__ = ["log_uniform", "normal", "triangular", "truncated_normal", "uniform"]


@dataclass(frozen=True, repr=False)
class Uniform(OfNumbers):
    """Equally likely between two bounds."""

    low: Any
    high: Any

    def fault(self) -> str:
        """Say what is wrong with the bounds."""
        return "" if self.low < self.high else "give the lower bound first, then the upper one"

    def at(self, levels: Floats) -> Floats:
        """Return the values at some levels."""
        return np.asarray(self.low + levels * (self.high - self.low))


@dataclass(frozen=True, repr=False)
class LogUniform(OfNumbers):
    """Each ratio equally likely: the logarithm is uniform."""

    low: Any
    high: Any

    def fault(self) -> str:
        """Say what is wrong with the bounds."""
        if self.low <= 0:
            return "both bounds have to be positive"
        return "" if self.low < self.high else "give the lower bound first, then the upper one"

    def at(self, levels: Floats) -> Floats:
        """Return the values at some levels."""
        return np.asarray(self.low * (self.high / self.low) ** levels)


@dataclass(frozen=True, repr=False)
class Normal(OfNumbers):
    """Normal distribution."""

    mean: Any
    sd: Any

    def fault(self) -> str:
        """Say what is wrong with the numbers."""
        return "" if self.sd > 0 else "the standard deviation has to be positive"

    def at(self, levels: Floats) -> Floats:
        """Return the values at some levels."""
        from scipy.special import ndtri

        return np.asarray(self.mean + self.sd * ndtri(levels))


@dataclass(frozen=True, repr=False)
class TruncatedNormal(OfNumbers):
    """Normal distribution of which only the part between two bounds occurs."""

    mean: Any
    sd: Any
    low: Any
    high: Any

    def fault(self) -> str:
        """Say what is wrong with the numbers."""
        if self.sd <= 0:
            return "the standard deviation has to be positive"
        if self.low >= self.high:
            return "give the lower bound first, then the upper one"
        far = max(self.low - self.mean, self.mean - self.high) / self.sd
        return "" if far < 8 else "the bounds are more than 8 standard deviations from the mean"

    def at(self, levels: Floats) -> Floats:
        """Return the values at some levels."""
        from scipy.special import ndtr, ndtri

        low, high = (self.low - self.mean) / self.sd, (self.high - self.mean) / self.sd
        if low > 0:  # the lower tail has more digits than the upper one
            found = -ndtri(ndtr(-low) - levels * (ndtr(-low) - ndtr(-high)))
        else:
            found = ndtri(ndtr(low) + levels * (ndtr(high) - ndtr(low)))
        values = np.asarray(self.mean + self.sd * found)
        return np.asarray(
            np.minimum(np.maximum(values, self.low), self.high)
        )  # rounding at the very ends


@dataclass(frozen=True, repr=False)
class Triangular(OfNumbers):
    """Density that rises linearly to its mode and falls linearly behind it."""

    low: Any
    mode: Any
    high: Any

    def fault(self) -> str:
        """Say what is wrong with the numbers."""
        in_order = self.low <= self.mode <= self.high and self.low < self.high
        return "" if in_order else "give lower bound, mode and upper bound in this order"

    def at(self, levels: Floats) -> Floats:
        """Return the values at some levels."""
        span, left = self.high - self.low, self.mode - self.low
        rising = self.low + np.sqrt(levels * span * left)
        falling = self.high - np.sqrt((1 - levels) * span * (self.high - self.mode))
        return np.asarray(np.where(levels * span < left, rising, falling))


@explained
def uniform(low: Number, high: Number) -> Uniform:
    """Return the distribution that is equally likely between two bounds.

    Parameters
    ----------
    low, high : float or quantity
        Bounds, in the unit of the parameter.

    Raises
    ------
    UsageError
        If the first is not below the second.

    Examples
    --------
    >>> from drivetrain import studies
    >>> studies.uniform(3000, 5000)
    uniform(3000, 5000)
    """
    return Uniform(low, high)


@explained
def log_uniform(low: Number, high: Number) -> LogUniform:
    """Return the distribution whose logarithm is uniform: each ratio is equally likely.

    Parameters
    ----------
    low, high : float or quantity
        Bounds, in the unit of the parameter; positive.

    Raises
    ------
    UsageError
        If they are not positive and in this order.
    """
    return LogUniform(low, high)


@explained
def normal(mean: Number, sd: Number) -> Normal:
    """Return a normal distribution.

    Parameters
    ----------
    mean, sd : float or quantity
        Mean and standard deviation, in the unit of the parameter.

    Raises
    ------
    UsageError
        If the standard deviation is not positive.
    """
    return Normal(mean, sd)


@explained
def truncated_normal(mean: Number, sd: Number, low: Number, high: Number) -> TruncatedNormal:
    """Return a normal distribution of which only the part between two bounds occurs.

    Parameters
    ----------
    mean, sd : float or quantity
        Mean and standard deviation of the whole distribution, in the unit of the parameter.
    low, high : float or quantity
        Bounds. The part between them is scaled to probability 1; nothing is moved to a bound.

    Raises
    ------
    UsageError
        If the standard deviation is not positive, or the bounds are not in order.
    """
    return TruncatedNormal(mean, sd, low, high)


@explained
def triangular(low: Number, mode: Number, high: Number) -> Triangular:
    """Return a triangular distribution.

    Parameters
    ----------
    low, mode, high : float or quantity
        Lower bound, most likely value and upper bound, in the unit of the parameter.

    Raises
    ------
    UsageError
        If they are not in this order.
    """
    return Triangular(low, mode, high)
