"""Runs with slightly different parameters, as one ensemble, and the outcomes of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.outcomes.outcome import Outcome
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.event_log import Change, Event, EventLog
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.simulation.results.row_layout import CONSTANT, TIME_COLUMN, Layout

__all__ = ["Point", "Runs", "Span"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Span:
    """Time span and tolerance of the runs.

    Attributes
    ----------
    start_time, stop_time : float
        s.
    tolerance : float
        Relative error tolerance of each step.
    points : float array
        Output points for outcomes that need many, s.
    threads : int, optional
        Number of runs side by side.
    """

    start_time: float
    stop_time: float
    tolerance: float
    points: Floats
    threads: int | None = None


@dataclass(frozen=True)
class Start:
    """Discrete variables at the start of a run, such as the modes of clutches.

    Attributes
    ----------
    time : float
        The instant, s.
    layout : Layout
        Names and labels.
    values : int array
        Values of the discrete variables of the layout.
    """

    time: float
    layout: Layout
    values: NDArray[np.int64]

    @staticmethod
    def of(result: Result) -> Start:
        """Return those of a run."""
        layout, rows = result.event_source
        if not len(rows):
            return Start(nan, layout, np.empty(0, dtype=np.int64))
        columns, signs = layout.column[layout.discrete], layout.sign[layout.discrete]
        values = np.where(columns == CONSTANT, 0.0, signs * rows[0, columns])
        return Start(float(rows[0, TIME_COLUMN]), layout, np.rint(values).astype(np.int64))

    def difference(self, other: Start) -> Event | None:
        """Return how another run begins, as an event, if it begins otherwise."""
        if len(self.values) != len(other.values):
            return Event(self.time, "initial", ())
        differing = np.flatnonzero(self.values != other.values)
        changes = tuple(self._change(k, other) for k in differing.tolist())
        return Event(self.time, "initial", changes, changes) if changes else None

    def _change(self, number: int, other: Start) -> Change:
        position = int(self.layout.discrete[number])
        name, own, others = self.layout.names[position], self.values[number], other.values[number]
        if self.layout.kinds[position] == "boolean":
            return Change(name, bool(own), bool(others))
        return Change(name, int(own), int(others), self.layout.labels.get(name, {}))


@dataclass(frozen=True)
class Point:
    """What is known of one run.

    Attributes
    ----------
    readings : sequence of Reading
        Its outcomes; empty if it failed.
    events : EventLog
        Its events.
    begin : Start
        Its discrete variables at the start.
    message : str
        Why it failed.
    is_variant : bool
        Whether its equations differ, so that the model was translated again.
    """

    readings: Sequence[Reading]
    events: EventLog
    begin: Start
    message: str = ""
    is_variant: bool = False

    @property
    def values(self) -> Floats:
        """The outcomes as numbers."""
        return np.array([one.value for one in self.readings])


class Runs:
    """Makes runs and reads their outcomes.

    Parameters
    ----------
    compiled : CompiledModel
        The model.
    outcomes : sequence of Outcome
        What is read.
    span : Span
        Time span and tolerance.
    given : mapping
        Values of parameters in all runs.
    """

    def __init__(
        self,
        compiled: CompiledModel,
        outcomes: Sequence[Outcome],
        span: Span,
        given: Mapping[str, Any],
    ) -> None:
        self._compiled, self._outcomes, self._span = compiled, outcomes, span
        self._given = dict(given)
        self.count = 0

    @property
    def tolerance(self) -> float:
        """Relative error tolerance of the runs."""
        return self._span.tolerance

    def middle(self) -> Result:
        """Return the run at the parameters themselves, recorded at many points.

        Raises
        ------
        SimulationError, InitialisationError
            If it fails.
        """
        span = self._span
        return self._compiled.simulate(
            start_time=span.start_time, stop_time=span.stop_time, tolerance=span.tolerance,
            output_times=np.union1d(self._output_times, self._span.points),
            parameters=self._given,
        )  # fmt: skip

    def points(self, rows: Sequence[Mapping[str, float]]) -> list[Point]:
        """Return what is known of runs with other parameters.

        Parameters
        ----------
        rows : sequence of mapping
            Values of a run by name, the same names in all of them.
        """
        if not rows:
            return []
        span, names = self._span, list(rows[0])
        tables = {name: [value] * len(rows) if np.ndim(value) else value
                  for name, value in self._given.items()}  # fmt: skip
        many = self._compiled.ensemble(
            {**tables, **{name: np.array([row[name] for row in rows]) for name in names}},
            start_time=span.start_time, stop_time=span.stop_time, tolerance=span.tolerance,
            output_times=self._output_times, record=self._record, threads=span.threads,
        )  # fmt: skip
        self.count += len(many)
        return [self._point(many[k], k in many.translated) for k in range(len(many))]

    def readings(self, result: Result) -> list[Reading]:
        """Return the outcomes of a run.

        Parameters
        ----------
        result : Result
            The run.
        """
        return [reading for one in self._outcomes for reading in one.readings(result)]

    def _point(self, result: Result, is_variant: bool) -> Point:
        path = result.events, Start.of(result)
        if result.status is RunStatus.FAILED:
            return Point((), *path, result.message or "it failed", is_variant)
        try:
            return Point(self.readings(result), *path, "", is_variant)
        except ResultError as error:  # nothing is known between the points of a variant
            return Point((), *path, str(error), is_variant)

    @property
    def _record(self) -> list[str] | None:
        """Names of the variables that have to be recorded; None for all of them."""
        found: list[str] = []
        for one in self._outcomes:
            if one.variables is None:
                return None
            found += one.variables
        return found or None

    @property
    def _output_times(self) -> Floats:
        span = self._span
        asked = [t for one in self._outcomes for t in one.output_times]
        inside = [t for t in asked if span.start_time <= t <= span.stop_time]
        points: list[float] = []
        if any(one.needs_points for one in self._outcomes):
            points = span.points.tolist()
        return np.unique([*inside, *points, span.stop_time if span.stop_time < inf else 0.0])
