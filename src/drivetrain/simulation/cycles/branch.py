"""A branch of cycles of a model over a parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.continuation import Steps, Stop, follow
from drivetrain.analysis.cycles.floquet import Multipliers, multipliers
from drivetrain.analysis.cycles.nonlinear_response import ResponsePoint
from drivetrain.analysis.cycles.period_map import MapDerivative
from drivetrain.analysis.cycles.shooting import NoConvergence, solve
from drivetrain.errors import SimulationError
from drivetrain.simulation.cycles.anchors import Passing
from drivetrain.simulation.cycles.beginnings import away_from_events
from drivetrain.simulation.cycles.period_runs import PeriodRuns
from drivetrain.simulation.cycles.problem import CycleProblem, CycleTrial
from drivetrain.simulation.cycles.sampling import waveform_of
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.runs.chunks import recording_of

__all__ = ["Branch"]

Floats = NDArray[np.float64]

_MOST = 10
"""Corrections of a point before its step is shortened."""
_SLOPE = 0.02
"""Least change of the parameter along the branch at which the beginning is moved."""
_CLEAR = 0.03
"""Part of the period within which an event is too close to the beginning."""


class Branch:
    """Cycles of a model as a parameter changes.

    Parameters
    ----------
    problem : CycleProblem
        Equations for the cycles, with a parameter that is followed.
    between : (float, float)
        Range of the parameter.
    outputs : sequence of str
        Names of the variables that are kept.
    count : int
        Highest order of their harmonics.
    """

    def __init__(
        self, problem: CycleProblem, between: tuple[float, float], outputs: Sequence[str],
        count: int,
    ) -> None:  # fmt: skip
        self._problem, self._between = problem, between
        self._outputs, self._count = list(outputs), count

    def parameter(self, cycle: CycleTrial) -> float:
        """Return the value of the parameter, from 0 to 1."""
        first, last = self._between
        return (cycle.point.parameter - first) / (last - first)

    def tangent(self, cycle: CycleTrial, before: Floats | None) -> Floats:
        """Return the direction of the branch."""
        self._begin(cycle)
        return self._problem.tangent(cycle, before)

    def _begin(self, cycle: CycleTrial) -> CycleProblem:
        """Return the equations in the magnitudes of a cycle."""
        self._problem.arc = None
        self._problem.adopt(cycle)
        return self._problem

    def along(self, cycle: CycleTrial, tangent: Floats, step: float) -> tuple[CycleTrial, int]:
        """Return a cycle across the tangent at some distance."""
        problem = self._begin(cycle)
        problem.arc = tangent
        ahead = problem.moved(cycle, step * tangent)
        start = replace(ahead, travelled=np.zeros(len(tangent)))
        return solve(problem, start, _MOST, step)

    def at(self, cycle: CycleTrial, tangent: Floats, parameter: float) -> CycleTrial:
        """Return a nearby cycle with a given value of the parameter."""
        problem = self._begin(cycle)
        rest = parameter - self.parameter(cycle)
        forward = tangent[-1] * rest > 0
        change = tangent * (rest / tangent[-1]) if forward else np.zeros(len(tangent))
        change[-1] = rest
        return solve(problem, problem.moved(cycle, change), _MOST)[0]

    def excess(self, cycle: CycleTrial) -> float:
        """Return by how much the largest multiplier exceeds 1; 0 where that is not known."""
        found = self._multipliers(self._begin(cycle), cycle.derivative)
        return found.largest - 1.0 if found.complete and not found.is_neutral else 0.0

    @staticmethod
    def _multipliers(problem: CycleProblem, derivative: MapDerivative) -> Multipliers:
        """Return the multipliers of a derivative."""
        known = multipliers(derivative.legs, derivative.neutral, derivative.autonomous)
        return Multipliers(known, derivative.free, derivative.autonomous, not problem.delayed)

    def renewed(self, cycle: CycleTrial, tangent: Floats) -> tuple[CycleTrial, Floats]:
        """Return a cycle whose beginning is far from events, as far as there is a choice.

        At a fold, where the parameter does not tell which way the branch goes, it is not moved.
        """
        problem, passage = self._problem, cycle.passage
        fixed = isinstance(problem.anchor, Passing) or not len(passage.events)
        if fixed or abs(tangent[-1]) < _SLOPE:
            return cycle, tangent
        phases = (passage.events[:, 0, TIME_COLUMN] - passage.start) / cycle.period
        if min(float(phases.min()), 1.0 - float(phases.max())) > _CLEAR:
            return cycle, tangent
        at = away_from_events(cycle.runs, passage.after, cycle.period)
        self._begin(cycle)
        point = problem.started(at, cycle.period, cycle.point.parameter)
        try:
            found = solve(problem, point, _MOST)[0]
            return found, self.tangent(found, tangent[-1:])
        except (NoConvergence, SimulationError):
            return cycle, tangent

    def follow(self, start: CycleTrial, most: int) -> tuple[list[ResponsePoint], str]:
        """Return the points of the branch, and why it has ended before the end of its range.

        Parameters
        ----------
        start : CycleTrial
            The cycle at the beginning of the range.
        most : int
            Number of points after which it is left.
        """
        stop = Stop()
        found = follow(self, start, Steps(most=most), stop)
        points = [self.point(cycle, tangent, arc) for cycle, tangent, arc in found]
        return points, stop.reason

    def point(self, cycle: CycleTrial, tangent: Floats, arc: float) -> ResponsePoint:
        """Return what is kept of a cycle.

        Raises
        ------
        AnalysisError
            If modes or counters do not repeat.
        """
        problem = self._problem
        problem.arc = None
        again = problem.trial(problem.fresh(cycle))
        problem.held.check(cycle.passage, again.passage, problem.unknown)
        derivative = problem.sound(again)
        first, last = self._between
        waveform = waveform_of(again)
        inner = again.runs.rows(again.passage.point, again.passage.end, waveform.times)
        events = again.passage.events.reshape(-1, inner.shape[1])
        values, others = self._values(again.runs, inner), self._values(again.runs, events)
        least, most = waveform.extremes(values, others)
        return ResponsePoint(
            cycle.point.parameter,
            cycle.period,
            float(tangent[-1]) * (last - first),
            arc,
            self._multipliers(problem, derivative),
            0.5 * (most - least),
            waveform.harmonics(values, self._count),
            derivative.kind,
            derivative.reason,
        )

    def _values(self, runs: PeriodRuns, rows: Floats) -> Floats:
        """Return the outputs at rows."""
        prepared = runs.prepared
        recording = recording_of(rows, runs.solver, prepared.translation, prepared.picking)
        return recording.take(prepared.layout.columns(*self._outputs))
