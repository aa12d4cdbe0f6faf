"""Designs for sensitivities: one parameter at a time, and the batches of Sobol indices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import UsageError, shown
from drivetrain.studies.designs.design import Design, counted, seeded
from drivetrain.studies.designs.samples import columns_at, sobol_levels
from drivetrain.studies.distributions.correlated import CorrelatedNormal
from drivetrain.studies.distributions.distribution import Floats
from drivetrain.studies.parameters.axes import Axis, Constant, Listed
from drivetrain.studies.parameters.sets import ParameterTable

__all__ = ["OneAtATime", "Saltelli", "one_at_a_time", "refuse_correlated", "saltelli"]


@dataclass(frozen=True)
class OneAtATime(Design):
    """The base, then each parameter at its lower and its upper value.

    Attributes
    ----------
    low, high : float
        Levels of probability; the base is the median.
    """

    low: float
    high: float

    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return run 0, the base, and two runs for each parameter in their order."""
        varied = [axis for axis in axes if not isinstance(axis.spread, Constant)]
        if not varied:
            raise UsageError(f"{self}: give at least one list or distribution")
        refuse_correlated("one_at_a_time()", axes)
        count = 1 + 2 * len(varied)
        columns: dict[str, NDArray[Any]] = {}
        for axis in axes:
            three = self._three(axis)
            column = np.repeat(three[1:2], count)
            if axis in varied:
                first = 1 + 2 * varied.index(axis)
                column[first : first + 2] = three[[0, 2]]
            columns[axis.names[0]] = column
        return ParameterTable(axes, columns)

    def _three(self, axis: Axis) -> NDArray[Any]:
        """Return lower, base and upper value of a parameter."""
        if isinstance(axis.spread, Constant):
            return np.repeat(axis.spread.value, 3)
        if isinstance(axis.spread, Listed):
            if len(axis.spread.values) != 3:
                raise UsageError(
                    f"{self}: {axis.label}={axis.spread}: give three values, the lower one, the "
                    "base and the upper one, or a distribution"
                )
            return axis.spread.values
        return axis.at(np.array([[self.low], [0.5], [self.high]]))[axis.names[0]]

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return f"one_at_a_time(low={self.low:g}, high={self.high:g})"


@dataclass(frozen=True)
class Saltelli(Design):
    """Two samples A and B, and for each parameter A with the values of B in this parameter.

    Attributes
    ----------
    n : int
        Number of samples in A and in B.
    seed : int
        Determines the samples.
    """

    n: int
    seed: int

    def table(self, axes: Sequence[Axis]) -> ParameterTable:
        """Return A, then B, then one batch for each parameter: n · (parameters + 2) runs."""
        refuse_correlated("saltelli()", axes)
        varied = self.varied(axes)
        if not varied:
            raise UsageError(f"{self}: give at least one list or distribution")
        levels = sobol_levels(2 * len(varied), self.n, self.seed)
        a, b = levels[:, : len(varied)], levels[:, len(varied) :]
        batches = [a, b]
        for k in range(len(varied)):
            mixed = a.copy()
            mixed[:, k] = b[:, k]
            batches.append(mixed)
        return ParameterTable(axes, columns_at(axes, np.concatenate(batches)))

    @staticmethod
    def varied(axes: Sequence[Axis]) -> list[Axis]:
        """Return the axes that have an index."""
        return [axis for axis in axes if axis.width]

    def batches(self, values: Floats, count: int) -> tuple[Floats, Floats, Floats]:
        """Return the values of one outcome in A, in B, and in the mixed batches, (count, n)."""
        n = self.n
        return values[:n], values[n : 2 * n], values[2 * n :].reshape(count, n)

    def __repr__(self) -> str:
        """Return how it was asked for."""
        return f"saltelli({self.n}, seed={self.seed})"


def refuse_correlated(design: str, axes: Sequence[Axis]) -> None:
    """Refuse parameters that depend on one another.

    Parameters
    ----------
    design : str
        Name of the design.
    axes : sequence of Axis
        What varies.

    Raises
    ------
    UsageError
        If some are correlated.
    """
    for axis in axes:
        if isinstance(axis.spread, CorrelatedNormal):
            raise UsageError(
                f"{design} varies one parameter at a time, but {axis.label} are correlated, so "
                "the shares of the variance are not defined: draw samples with sobol(n) or "
                "latin(n), and look at result.scatter_matrix() or result.regression(…)"
            )


@explained
def one_at_a_time(low: float = 0.05, high: float = 0.95) -> OneAtATime:
    """Return the design that changes one parameter at a time: what a tornado diagram shows.

    Parameters
    ----------
    low, high : float
        Levels of probability between which each parameter changes; the base is the median. A list
        of three values, lower, base and upper, takes the place of a distribution.

    Raises
    ------
    UsageError
        If the levels are not in order, below and above one half.
    """
    fits = all(isinstance(one, (int, float)) for one in (low, high))
    if not fits or not 0 < low < 0.5 < high < 1:
        raise UsageError(
            f"one_at_a_time(low={shown(low)}, high={shown(high)}): give 0 < low < 0.5 < high < 1"
        )
    return OneAtATime(float(low), float(high))


@explained
def saltelli(n: int, *, seed: int = 0) -> Saltelli:
    """Return the design of Sobol indices: n · (parameters + 2) runs.

    Parameters
    ----------
    n : int
        Size of a batch, a power of two.
    seed : int
        Determines the samples.

    Raises
    ------
    UsageError
        If the number is no power of two.

    References
    ----------
    A. Saltelli et al., Variance based sensitivity analysis of model output. Design and estimator
    for the total sensitivity index, 2010.
    """
    count = counted(n, "saltelli")
    if count & (count - 1):
        below = 1 << (count.bit_length() - 1)
        raise UsageError(f"saltelli({count}): take a power of two, {below} or {2 * below}")
    return Saltelli(count, seeded(seed, "saltelli"))
