"""The derivative of the period map from differences of exact runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.tangents import complement
from drivetrain.errors import SimulationError
from drivetrain.simulation.cycles.period_runs import Passage, PeriodRuns
from drivetrain.simulation.runs.saved_instant import Placed

__all__ = ["Differences", "Variation"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Variation:
    """How a parameter is varied.

    Attributes
    ----------
    displaced : callable
        Returns the run over a period, from the same values at the same phase, for a parameter that
        is larger by some amount.
    size : float
        Its magnitude.
    is_needed : bool
        Whether its effect has to be found from differences in any case.
    longer, later : float
        By how much the period becomes longer, and begins later, s per unit of the parameter.
    """

    displaced: Callable[[float], Passage]
    size: float
    is_needed: bool
    longer: float = 0.0
    later: float = 0.0


_LARGEST, _SMALLEST = 1e-3, 1e-6
"""Steps, in units of the sizes of states."""
_BEST = 1 / 3
"""Power of the tolerance that is the best step of a central difference."""
_SHORTER = 1 / 8
_TRIALS = 3


class Differences:
    """Central differences of runs from one point.

    Parameters
    ----------
    runs : PeriodRuns
        The runs.
    passage : Passage
        The run about which they are made.
    sizes : float array, shape (n + n_held,)
        Magnitudes of the states, and behind them of the held values that are varied.
    held : int array
        Numbers of these values.
    step : float, optional
        Step, in these magnitudes; by default the best one for the tolerance of the runs.
    """

    def __init__(
        self, runs: PeriodRuns, passage: Passage, sizes: Floats, held: Ints,
        step: float | None = None,
    ) -> None:  # fmt: skip
        self._runs, self._passage, self._sizes, self._held = runs, passage, sizes, held
        best = float(np.clip(runs.settings.tolerance**_BEST, _SMALLEST, _LARGEST))
        self._step = best if step is None else step

    def matrix(self, locked: Floats, turning: Floats) -> Floats:
        """Return the deviation at the end per deviation at the beginning.

        Parameters
        ----------
        locked : float array, shape (m, n)
            Combinations that locks hold; they are not varied.
        turning : float array, shape (n, n_turning)
            Directions without any effect, which are not varied either.
        """
        n = len(self._sizes)
        basis = complement(np.concatenate([locked, turning.T]), n)
        columns = np.array([self.along(direction) for direction in basis.T]).reshape(-1, n)
        found: Floats = columns.T @ basis.T + turning @ turning.T
        return found

    def along(self, direction: Floats) -> Floats:
        """Return how the end moves with the beginning in a direction.

        Raises
        ------
        SimulationError
            If a run beside the one at hand fails, however close.
        """
        step = self._step
        for trial in range(_TRIALS):
            try:
                ends = [self._end(sign * step * direction) for sign in (1, -1)]
            except SimulationError:
                if trial == _TRIALS - 1:
                    raise
                step *= _SHORTER
                continue
            return np.asarray((ends[0] - ends[1]) / (2 * step * self._sizes))
        raise AssertionError

    def by_parameter(self, variation: Variation) -> Floats:
        """Return how the end moves with a parameter, the length of the period included."""
        step = self._step * variation.size
        runs = [variation.displaced(sign * step) for sign in (1, -1)]
        ends = [self._values(one.last) - self._values(one.first) for one in runs]
        return np.asarray((ends[0] - ends[1]) / (2 * step * self._sizes))

    def _end(self, change: Floats) -> Floats:
        """Return the end of the run from a displaced point."""
        n = len(self._passage.point.states)
        moved, point = change * self._sizes, self._passage.point
        discrete = point.discrete.copy()
        discrete[self._held] += moved[n:]
        begin = Placed(point.at, point.states + moved[:n], discrete)
        return self._values(self._runs.passage(begin, self._passage.end).last)

    def _values(self, row: Floats) -> Floats:
        parts = self._runs.parts
        return np.append(row[parts.states], row[parts.discrete][self._held])
