"""Derivatives averaged over the rotation of a shaft."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.matrices import dense
from drivetrain.simulation.slopes.slopes import Rows, Slopes, mean_of

__all__ = ["MeanSlopes"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class MeanSlopes(Slopes):
    """Mean of the derivatives at several positions of a shaft.

    What oscillates around zero over a whole cycle, such as the stiffness that a torque over the
    crank angle seems to have, leaves nothing behind.

    Parameters
    ----------
    parts : sequence of Slopes
        Derivatives at equally spaced positions.
    """

    def __init__(self, parts: Sequence[Slopes]) -> None:
        self._parts = parts

    def _mean(self, rows: Callable[[Slopes], Rows]) -> Rows:
        found = [rows(part) for part in self._parts]
        values = mean_of([one.values for one in found])
        states = mean_of([dense(one.by_states) for one in found])
        inputs = mean_of([dense(one.by_inputs) for one in found])
        return Rows(values, states, inputs)

    @cached_property
    def rates(self) -> Rows:
        """Derivatives of the states."""
        return self._mean(lambda part: part.rates)

    @cached_property
    def by_time(self) -> Floats:
        """Explicit dependence of these on time."""
        return mean_of([part.by_time for part in self._parts])

    @cached_property
    def locks(self) -> Rows:
        """Speeds that locks hold, and the angles behind them."""
        return self._mean(lambda part: part.locks)

    @cached_property
    def outputs(self) -> Rows:
        """The outputs."""
        return self._mean(lambda part: part.outputs)

    def variables(self, numbers: Ints) -> Rows:
        """Return the slopes of any variables."""
        return self._mean(lambda part: part.variables(numbers))
