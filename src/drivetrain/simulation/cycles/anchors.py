"""What fixes the period and the beginning of a cycle."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.period_map import MapDerivative
from drivetrain.simulation.cycles.period_runs import Passage, PeriodRuns
from drivetrain.simulation.cycles.variables import Variable

__all__ = ["Anchor", "Anywhere", "Condition", "Given", "Passing", "Revolutions", "Ring"]

Floats = NDArray[np.float64]

TURN = 2 * math.pi


class Ring(Protocol):
    """A run over one period, about which conditions are made."""

    @property
    def runs(self) -> PeriodRuns:
        """What it was made with."""

    @property
    def passage(self) -> Passage:
        """The run."""

    @property
    def period(self) -> float:
        """Its length, s."""

    @property
    def sizes(self) -> Floats:
        """Magnitudes of the states, and of held values behind them."""


@dataclass(frozen=True, eq=False)
class Condition:
    """A condition on the beginning and the length of the period.

    Attributes
    ----------
    miss : float
        By how much it is missed.
    by_states : float array
        Slopes with respect to the beginning, in units of the sizes of states.
    by_period : float
        Slope with respect to the length, relative to it.
    by_parameter : float
        Slope with respect to the parameter that is followed.
    """

    miss: float
    by_states: Floats
    by_period: float = 0.0
    by_parameter: float = 0.0


class Anchor(ABC):
    """What fixes the period, and the beginning of the cycle."""

    finds_period = True
    """Whether the length of the period is solved for."""

    @abstractmethod
    def conditions(self, ring: Ring, derivative: MapDerivative) -> list[Condition]:
        """Return the conditions at a run."""

    def misses(self, ring: Ring) -> list[float]:
        """Return by how much the conditions are missed at a run."""
        return []


class Given(Anchor):
    """The period is given, and something that depends on time fixes the beginning."""

    finds_period = False

    def conditions(self, ring: Ring, derivative: MapDerivative) -> list[Condition]:
        """Return none."""
        return []


class Anywhere(Anchor):
    """The beginning moves across the motion only, not along it."""

    def conditions(self, ring: Ring, derivative: MapDerivative) -> list[Condition]:
        """Return that the beginning does not move along the motion."""
        along = derivative.legs[0].velocity
        size = float(np.linalg.norm(along))
        return [Condition(0.0, along / size)] if size else []


class Passing(Anchor):
    """The cycle begins where a variable has a value.

    Parameters
    ----------
    variable : Variable
        The variable.
    value, size : float
        The value, and the magnitude of the variable.
    """

    def __init__(self, variable: Variable, value: float, size: float) -> None:
        self._variable, self._value, self._size = variable, value, size

    def conditions(self, ring: Ring, derivative: MapDerivative) -> list[Condition]:
        """Return that the variable has the value."""
        n = len(ring.passage.point.states)
        found = self._variable.at(ring.runs.solver, ring.passage.first)
        slopes = np.append(found.slopes * ring.sizes[:n], np.zeros(len(ring.sizes) - n))
        miss = (found.value - self._value) / self._size
        return [Condition(miss, slopes / self._size, 0.0, found.by_parameter / self._size)]

    def misses(self, ring: Ring) -> list[float]:
        """Return by how much the value is missed."""
        found = self._variable.at(ring.runs.solver, ring.passage.first)
        return [(found.value - self._value) / self._size]


class Revolutions(Anchor):
    """The period is a number of revolutions of a shaft, whose angle at the beginning is kept.

    Parameters
    ----------
    angle : Variable
        Its angle, rad.
    turns : float
        Number of revolutions, negative if it turns backward.
    """

    def __init__(self, angle: Variable, turns: float) -> None:
        self.angle, self.turns = angle, turns

    def conditions(self, ring: Ring, derivative: MapDerivative) -> list[Condition]:
        """Return that the angle stays at the beginning, and advances as it should."""
        solver, more = ring.runs.solver, len(ring.sizes) - len(ring.passage.point.states)
        begin = self.angle.at(solver, ring.passage.first)
        end = self.angle.at(solver, ring.passage.last)
        units = ring.sizes[: len(begin.slopes)]
        first, last = (np.append(one.slopes * units, np.zeros(more)) / TURN for one in (begin, end))
        miss = (end.value - begin.value) / TURN - self.turns
        by_period = float(last @ derivative.velocity + end.by_time / TURN) * ring.period
        change = (end.by_parameter - begin.by_parameter) / TURN
        by_parameter = float(last @ derivative.by_parameter) + change
        advance = Condition(miss, last @ derivative.matrix - first, by_period, by_parameter)
        return [advance, Condition(0.0, first)]

    def misses(self, ring: Ring) -> list[float]:
        """Return by how many revolutions the advance is missed."""
        begin, end = (
            self.angle.at(ring.runs.solver, row).value
            for row in (ring.passage.first, ring.passage.last)
        )
        return [(end - begin) / TURN - self.turns]
