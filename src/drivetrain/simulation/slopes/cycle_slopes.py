"""Derivatives averaged over a whole cycle of a shaft."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.matrices import dense
from drivetrain.simulation.slopes.slopes import Rows, Slopes

__all__ = ["CycleSlopes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_RETURNS = 1e-9
"""Change over a cycle, relative to the values at both ends, that counts as none."""


class CycleSlopes(Slopes):
    """Mean of derivatives over a cycle, exact along the rotation.

    The mean slope of a quantity along the rotation is its change over the cycle, divided by the
    angle: nothing for a torque that repeats, however it depends on the angle. A mean over positions
    differs from that where slopes jump, and would act as a spring against the rotation.

    Parameters
    ----------
    mean : Slopes
        Mean over positions.
    first, last : Slopes
        Derivatives at both ends of the cycle.
    direction : float array, shape (n_states,)
        Change of the states with the angle.
    angle : float
        Length of the cycle, rad.
    """

    def __init__(
        self, mean: Slopes, first: Slopes, last: Slopes, direction: Floats, angle: float
    ) -> None:
        self._mean, self._first, self._last = mean, first, last
        self._direction, self._angle = direction, angle

    def _corrected(self, rows: Callable[[Slopes], Rows]) -> Rows:
        mean, first, last = rows(self._mean), rows(self._first).values, rows(self._last).values
        change = last - first
        change[np.abs(change) <= _RETURNS * (np.abs(first) + np.abs(last))] = 0.0
        along = self._direction
        states = dense(mean.by_states)
        missing = change / self._angle - states @ along
        states = states + np.outer(missing, along / (along @ along))
        return Rows(mean.values, states, mean.by_inputs)

    def missed(self, states: Floats) -> Floats:
        """Return how much the rates of the states change over the cycle, relative to their terms.

        Parameters
        ----------
        states : float array
            The states.
        """
        first, last = self._first.rates.values, self._last.rates.values
        terms = np.abs(dense(self._mean.rates.by_states)) @ np.abs(states)
        scale = terms + np.abs(first) + np.abs(last)
        return np.abs(last - first) / np.where(scale > 0, scale, 1.0)

    @cached_property
    def rates(self) -> Rows:
        """Derivatives of the states."""
        return self._corrected(lambda one: one.rates)

    @property
    def by_time(self) -> Floats:
        """Explicit dependence of these on time."""
        return self._mean.by_time

    @cached_property
    def locks(self) -> Rows:
        """Speeds that locks hold, and the angles behind them."""
        return self._corrected(lambda one: one.locks)

    @cached_property
    def outputs(self) -> Rows:
        """The outputs."""
        return self._corrected(lambda one: one.outputs)

    def variables(self, numbers: Ints) -> Rows:
        """Return the slopes of any variables."""
        return self._corrected(lambda one: one.variables(numbers))
