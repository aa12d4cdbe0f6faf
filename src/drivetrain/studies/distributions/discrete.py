"""Distributions of given values: a choice among some, and measured data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown
from drivetrain.studies.distributions.distribution import Distribution, Floats, ToNumber

__all__ = ["Choice", "choice", "empirical"]


class Choice(Distribution):
    """One of some values, each with its probability."""

    def __init__(self, values: Iterable[Any], weights: ArrayLike | None = None) -> None:
        if isinstance(values, (str, bytes)) or not np.iterable(values):
            raise UsageError(f"choice({shown(values)}): give the values in a list")
        self.values: Sequence[Any] = list(values)
        if not self.values:
            raise UsageError("choice([]): give at least one value")
        self.weights = None if weights is None else _shares(weights, len(self.values))

    def at(self, levels: Floats) -> NDArray[Any]:
        """Return the values at some levels."""
        taken = self.places(levels)
        numbers = np.asarray(self.values) if _are_numbers(self.values) else None
        if numbers is not None:
            return np.asarray(numbers[taken])
        found = np.empty(len(taken), dtype=object)
        found[:] = [self.values[k] for k in taken.tolist()]
        return found

    def places(self, levels: Floats) -> NDArray[np.int64]:
        """Return which of the values is taken at some levels."""
        count = len(self.values)
        if self.weights is None:
            taken = np.floor(levels * count).astype(np.int64)
        else:
            taken = np.searchsorted(np.cumsum(self.weights), levels, side="right")
        return np.minimum(taken, count - 1).astype(np.int64)

    def in_numbers(self, number: ToNumber) -> Choice:
        """Return the same choice with plain numbers in place of quantities."""
        return self.of([number(value) for value in self.values])

    def of(self, values: Sequence[Any]) -> Choice:
        """Return a choice among other values with the same probabilities."""
        made = Choice(values)
        made.weights = self.weights
        return made

    def __repr__(self) -> str:
        """Return how it was asked for."""
        weights = "" if self.weights is None else f", {shown(self.weights.tolist())}"
        return f"choice({shown(list(self.values))}{weights})"


class Empirical(Distribution):
    """Distribution of measured values, joined linearly between them."""

    def __init__(self, data: Any) -> None:
        self.data = data

    def at(self, levels: Floats) -> Floats:
        """Return the values at some levels."""
        return np.asarray(np.quantile(self.data, levels))

    def in_numbers(self, number: ToNumber) -> Empirical:
        """Return the same distribution with plain numbers in place of quantities."""
        plain = getattr(self.data, "magnitude", None)
        items = self.data if plain is None else list(self.data)
        try:
            found = np.array([number(one) for one in items], dtype=float)
        except TypeError:
            raise UsageError(f"{self}: give measured values in a list or an array") from None
        if len(found) < 2 or not np.isfinite(found).all():
            raise UsageError(f"{self}: give two measured values or more, all of them finite")
        return Empirical(np.sort(found))

    def __repr__(self) -> str:
        """Return how many values it has, and their range."""
        try:
            return f"empirical({len(self.data)} values, {min(self.data):g} … {max(self.data):g})"
        except (TypeError, ValueError):
            return f"empirical({shown(self.data)})"


def _are_numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(one, (bool, int, float, np.number, np.bool_)) for one in values)


def _shares(weights: ArrayLike, count: int) -> Floats:
    try:
        found = np.asarray(weights, dtype=float)
    except (TypeError, ValueError):
        found = np.empty(0)
    fits = found.shape == (count,) and bool(np.isfinite(found).all() and (found >= 0).all())
    if not fits or not found.sum() > 0:
        raise UsageError(
            f"choice: weights={shown(weights)}: give one number for each of the {count} values, "
            "none of them negative"
        )
    return np.asarray(found / found.sum())


@explained
def choice(values: Iterable[Any], weights: ArrayLike | None = None) -> Choice:
    """Return the distribution of one of some values.

    Parameters
    ----------
    values : iterable
        The values: numbers, quantities, tables, or values of a structural parameter.
    weights : array_like, optional
        Their probabilities, up to a factor; equal if omitted.

    Raises
    ------
    UsageError
        If there are no values, or other than one weight for each.
    """
    return Choice(values, weights)


@explained
def empirical(data: ArrayLike) -> Empirical:
    """Return the distribution of measured values.

    Parameters
    ----------
    data : array_like or quantity
        The values, in any order. Values between neighbours occur as well: the cumulative
        distribution is joined linearly.

    Raises
    ------
    UsageError
        If there are fewer than two, or one is not finite.
    """
    return Empirical(data)
