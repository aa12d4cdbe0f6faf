"""Search for a cycle of a model: from a run that leads to it, by Newton's method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.period_map import MapDerivative
from drivetrain.analysis.cycles.shooting import NoConvergence, solve
from drivetrain.errors import AnalysisError, SimulationError
from drivetrain.simulation.cycles.anchors import (
    Anchor,
    Anywhere,
    Given,
    Passing,
    Revolutions,
)
from drivetrain.simulation.cycles.asked import Period, Phase
from drivetrain.simulation.cycles.beginnings import (
    away_from_events,
    passing,
    point_of,
    recurrence,
)
from drivetrain.simulation.cycles.deviations.derivative import Derivatives
from drivetrain.simulation.cycles.deviations.variational import Variational
from drivetrain.simulation.cycles.held_values import HeldValues
from drivetrain.simulation.cycles.leads import Lead
from drivetrain.simulation.cycles.parameter import Followed
from drivetrain.simulation.cycles.period_runs import PeriodRuns
from drivetrain.simulation.cycles.problem import CycleProblem, CycleTrial
from drivetrain.simulation.cycles.variables import Variable
from drivetrain.simulation.runs.saved_instant import SavedInstant

__all__ = ["Found", "Search"]

Floats = NDArray[np.float64]

_MOST = 40
"""Corrections before the search is given up."""
_REPEATS = 1e3
"""Gap of the next period, in units of the one that was solved, from which it does not repeat."""
_TURNS = 0.2
"""Least part of the way of a shaft by which it advances, if it turns."""
_MOST_NAMED = 4


@dataclass(frozen=True, eq=False)
class Found:
    """A cycle.

    Attributes
    ----------
    trial : CycleTrial
        One period of it.
    derivative : MapDerivative
        The derivative of the period map there.
    iterations : int
        Number of corrections.
    """

    trial: CycleTrial
    derivative: MapDerivative
    iterations: int


class Search:
    """Searches for cycles of a model.

    Parameters
    ----------
    lead : Lead
        The run that leads to the cycle.
    variational : Variational
        Variational equations of the model.
    followed : Followed, optional
        Parameter that the cycle is followed over.
    """

    def __init__(
        self, lead: Lead, variational: Variational, followed: Followed | None = None
    ) -> None:
        self._prepared, self._values, self._tolerance = lead.prepared, lead.values, lead.tolerance
        self._at, self._span, self._followed = lead.at, lead.span, followed
        self._variational = variational

    def problem(
        self, period: Period, phase: Phase | None
    ) -> tuple[CycleProblem, SavedInstant, float]:
        """Return the equations for a cycle, where to begin, and its approximate period."""
        t, at = self._prepared.translation, self._at
        length, turns = self._length(period)
        runs = PeriodRuns(self._prepared, self._values, self._tolerance, at.time, length)
        anchor: Anchor = Given()
        if phase is not None and phase.name:
            variable = Variable(phase.name, t, self._variational.weights)
            at = passing(runs, at, length, variable, phase.value)
        else:
            at = away_from_events(runs, at, length)
        if period.shaft:
            anchor = Revolutions(Variable(period.shaft, t, self._variational.weights), turns)
        elif phase is not None and phase.name:
            anchor = Passing(variable, phase.value, self._size(runs, at, length, variable))
        elif period.seconds is None or phase is not None:
            anchor = Anywhere()
        held = HeldValues(t, runs.parts, self._values.parameter)
        derivatives = Derivatives(self._variational, held, bool(t.program.delays))
        problem = CycleProblem(t, runs, held, derivatives, anchor, self._followed)
        return problem, at, length

    def _length(self, period: Period) -> tuple[float, float]:
        """Return about how long the period is, s, and how often the shaft turns in it."""
        if period.seconds is not None:
            return period.seconds, 0.0
        runs = PeriodRuns(self._prepared, self._values, self._tolerance, self._at.time, self._span)
        if not period.shaft:
            return recurrence(runs, self._at, self._span), 0.0
        angle = Variable(period.shaft, self._prepared.translation, {})
        times = self._at.time + self._span * np.arange(1, 65) / 65
        rows = runs.rows(point_of(runs, self._at), self._at.time + self._span, times)
        values = angle.many(runs.solver, rows)
        speed = float(values[-1] - values[0]) / float(times[-1] - times[0])
        path = float(np.abs(np.diff(values)).sum())
        if not abs(float(values[-1] - values[0])) > _TURNS * path:
            raise AnalysisError(
                f"period: {period.shaft} hardly turns ({speed:.3g} rad/s), so that its revolutions "
                "are no period; give a time in s, or a guess in which it turns"
            )
        turns = float(np.copysign(period.turns, speed))
        return 2 * np.pi * turns / speed, turns

    def _size(self, runs: PeriodRuns, at: SavedInstant, length: float, variable: Variable) -> float:
        times = at.time + length * np.arange(1, 65) / 65
        values = variable.many(runs.solver, runs.rows(point_of(runs, at), at.time + length, times))
        half = 0.5 * float(values.max() - values.min())
        return half if half > 0 else 1.0

    # -- a cycle -------------------------------------------------------------------------------

    def find(self, period: Period, phase: Phase | None) -> Found:
        """Return a cycle.

        Raises
        ------
        AnalysisError
            If none is found, or what is found does not repeat.
        """
        problem, at, length = self.problem(period, phase)
        trial, iterations = solved(problem, problem.started(at, length))
        return self.confirmed(problem, trial, iterations)

    def confirmed(self, problem: CycleProblem, trial: CycleTrial, iterations: int) -> Found:
        """Return a cycle that has been found, once another period has shown that it repeats."""
        again = problem.trial(problem.fresh(trial))
        if again.error > _REPEATS * max(trial.error, 1.0):
            raise AnalysisError(
                f"no cycle: the states repeat after {trial.period:.9g} s, but not once more "
                f"({_gaps(again)}): something that drives the motion has another period"
            )
        problem.held.check(trial.passage, again.passage, problem.unknown)
        return Found(again, problem.sound(again), iterations)


def solved(problem: CycleProblem, start: Any) -> tuple[CycleTrial, int]:
    """Return a trial that is a cycle, and the number of corrections.

    Raises
    ------
    AnalysisError
        If there is none near the start; the message tells the gap by state, and what to try.
    """
    try:
        if problem.anchor.finds_period and not isinstance(problem.anchor, Revolutions):
            start = problem.closest(start)
        return solve(problem, start, _MOST)
    except NoConvergence as stopped:
        raise AnalysisError(_not_found(stopped.trial, stopped.iterations)) from None
    except SimulationError as error:
        raise AnalysisError(f"no cycle: the run over a period fails: {error}") from error


def _not_found(trial: Any, iterations: int) -> str:
    shown = _gaps(trial)
    return (
        f"no cycle was found: after {iterations} corrections the ends of the period still differ, "
        f"{shown}; try a guess that is closer (guess=result of a longer run, or more periods), a "
        "multiple of the period, or another phase; at impacts that follow each other ever faster, "
        "or conditions that are just touched, there may be none"
    )


def _gaps(trial: CycleTrial) -> str:
    problem = trial.problem
    names = problem.names()
    residual = trial.residual
    order = np.argsort(-np.abs(residual / problem.sizes))[:_MOST_NAMED].tolist()
    units = ["" if unit == "1" else f" {unit}" for unit in problem.units()]
    return ", ".join(f"{names[k]} by {residual[k]:.3g}{units[k]}" for k in order)
