"""Integrals and means over the run, by quadrature between events."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.errors import ResultError
from drivetrain.gradients.outcomes.outcome import Outcome, Reading
from drivetrain.gradients.outcomes.values import checked_name
from drivetrain.simulation.results.result import Result

__all__ = ["integral", "mean"]

Floats = NDArray[np.float64]

_CELLS = 128
"""Cells between which there are more at events; the nodes of five points are in each."""
_SHORTEST = 1e-12
"""Of a cell, beside the length of the run."""


@dataclass(frozen=True)
class _Integral(Outcome):
    variable: str
    is_mean: bool

    @property
    def name(self) -> str:
        return f"{'mean' if self.is_mean else 'integral'}({self.variable})"

    def unit(self, result: Result) -> str:
        unit = result.units[self.variable]
        if self.is_mean:
            return unit
        return "s" if unit == "1" else f"{unit}.s"

    def of(self, result: Result) -> Reading:
        span = float(result.time[-1] - result.time[0])
        whole = integrated(result, self.variable)
        return Reading(whole / span if self.is_mean and span > 0 else whole)


def integrated(result: Result, variable: str) -> float:
    """Return the integral of a variable over a run.

    The run is made again with the nodes of Gauss's rule in cells that end at events, so nothing
    jumps within a cell.

    Parameters
    ----------
    result : Result
        The run.
    variable : str
        Dotted name.

    Raises
    ------
    ResultError
        If the result comes without its model.
    """
    if not result.is_repeatable:
        raise ResultError(
            f"integral({variable!r}): this result of {result.model} comes without its model, so "
            "nothing is known between its points: run the model again"
        )
    begin, end = result.time[[0, -1]].tolist()
    if not end > begin:
        return 0.0
    ends = np.unique([*np.linspace(begin, end, _CELLS + 1), *result.events.times()])
    keep = np.diff(ends) > _SHORTEST * (end - begin)
    left, width = ends[:-1][keep], np.diff(ends)[keep]
    nodes, weights = np.polynomial.legendre.leggauss(5)
    instants = left[:, None] + width[:, None] * (1 + nodes) / 2
    values = np.asarray(result.at(instants, variable), dtype=float)
    return float(np.sum(values * weights * width[:, None]) / 2)


@explained
def integral(variable: str) -> Outcome:
    """Integral of a variable over the time of the run.

    Parameters
    ----------
    variable : str
        Dotted name.

    Examples
    --------
    >>> integral("motor.tau").name
    'integral(motor.tau)'
    """
    return _Integral(checked_name(variable, "integral"), False)


@explained
def mean(variable: str) -> Outcome:
    """Mean of a variable over the time of the run.

    Parameters
    ----------
    variable : str
        Dotted name.
    """
    return _Integral(checked_name(variable, "mean"), True)
