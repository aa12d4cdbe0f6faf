"""Runs over one period, from an instant at which a run was saved, with other states there.

The run of the machine is continued, not started anew: modes, held values, clocks and delays are
those that the motion has led to, and no start values come into play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import SimulationError
from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.stepped_run import SteppedRun
from drivetrain.simulation.diagnostics.failures import ending, explain
from drivetrain.simulation.kernel_solver import make_another, make_solver
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, TIME_COLUMN, RowFlag
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.saved_instant import Placed, SavedInstant, saved
from drivetrain.simulation.settings import Settings

__all__ = ["Passage", "PeriodRuns", "RowParts"]

Floats = NDArray[np.float64]

_SIDES = (RowFlag.LEFT, RowFlag.RIGHT)


@dataclass(frozen=True, eq=False)
class RowParts:
    """Where states, discrete values and relations are in a row.

    Attributes
    ----------
    states, discrete, relations : slice
        Columns.
    """

    states: slice
    discrete: slice
    relations: slice

    @classmethod
    def of(cls, prepared: PreparedModel) -> RowParts:
        """Return those of the rows of a model."""
        lowered, program = prepared.translation.lowered, prepared.translation.program
        first = 2 + len(lowered.states)
        z = first + len(lowered.quadrature_rates)
        g = z + len(lowered.discrete)
        count = len(program.relations) + len(program.time_relations)
        return cls(slice(2, first), slice(z, g), slice(g, g + count))


@dataclass(frozen=True, eq=False)
class Passage:
    """A run over one period.

    Attributes
    ----------
    point : Placed
        What it began with.
    first, last : float array
        Rows just after its start and at its end.
    events : float array, shape (n_events, 2, n_columns)
        Rows on both sides of the events on the way.
    after : SavedInstant
        Its end, to go on from there.
    """

    point: Placed
    first: Floats
    last: Floats
    events: Floats
    after: SavedInstant

    @cached_property
    def start(self) -> float:
        """First instant, s."""
        return float(self.first[TIME_COLUMN])

    @cached_property
    def end(self) -> float:
        """Last instant, s."""
        return float(self.last[TIME_COLUMN])


class PeriodRuns:
    """Makes runs over a period.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    values : Values
        Its parameters.
    tolerance : float
        Relative tolerance of the runs.
    start, duration : float
        First instant and length of the first run, s; others have about the same length.
    """

    def __init__(
        self, prepared: PreparedModel, values: Values, tolerance: float, start: float,
        duration: float,
    ) -> None:  # fmt: skip
        starts = prepared.starts
        self.prepared, self.values = prepared, values
        self.scales = starts.scales(values, starts.said(values), tolerance)
        self.settings = Settings(start, start + duration, tolerance, inf, "auto")
        self.parts = RowParts.of(prepared)
        self._run: SteppedRun | None = None

    def with_values(self, values: Values) -> PeriodRuns:
        """Return such runs with other parameters."""
        other = PeriodRuns.__new__(PeriodRuns)
        vars(other).update(vars(self), values=values)
        other._run = SteppedRun(make_another(self.solver, self.prepared.translation, values))
        return other

    @property
    def run(self) -> SteppedRun:
        """The run that is made again and again."""
        if self._run is None:
            t = self.prepared.translation
            solver = make_solver(t, self.values, self.settings, self.scales, with_relations=True)
            self._run = SteppedRun(solver)
        return self._run

    @property
    def solver(self) -> Solver:
        """The solver of the runs, which also reads their rows."""
        return self.run.solver

    def passage(self, point: Placed, end: float) -> Passage:
        """Run from a point to an instant.

        Raises
        ------
        SimulationError
            If the run fails, or the model ends it.
        """
        run, kept = self.run, _Events(self.solver.written_length)
        first = self._begin(point, end)
        self._go(end, kept)
        last = run.row.copy()
        return Passage(point, first, last, kept.pairs(), saved(run, end + (end - point.at.time)))

    def rows(self, point: Placed, end: float, instants: Floats) -> Floats:
        """Return the rows of such a run at increasing instants between events."""
        self._begin(point, end)
        found = np.empty((len(instants), self.solver.written_length))
        for place, instant in enumerate(instants.tolist()):
            self._go(instant)
            found[place] = self.run.row
        return found

    def steps(self, point: Placed, end: float) -> Floats:
        """Return the ends of the steps of the run from a point to an instant."""
        self._begin(point, end)
        found = self.run.step_ends(end)
        return np.array(found)

    def moved(self, point: Placed, time: float, period: float) -> SavedInstant:
        """Return a later instant of the run from a point.

        Parameters
        ----------
        point : Placed
            Where the run begins.
        time : float
            The instant, s.
        period : float
            How long the run may go on from there, s.
        """
        self._begin(point, time + period)
        self._go(time)
        return saved(self.run, time + period)

    def _begin(self, point: Placed, end: float) -> Floats:
        """Let a run begin; return its first row."""
        self._check(point.begin(self.run, end))
        return self.run.row.copy()

    def _go(self, time: float, kept: _Events | None = None) -> None:
        self._check(self.run.go(time, kept))

    def _check(self, status: Status) -> None:
        if status is Status.DONE:
            return
        t, solver = self.prepared.translation, self.solver
        raise SimulationError(ending(t, solver.failure) or explain(t, solver, status))


class _Events:
    """Keeps the rows on both sides of events."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._rows: list[Floats] = []

    def __call__(self, rows: Floats) -> None:
        flags = rows[:, FLAG_COLUMN].astype(np.int64)
        self._rows += list(rows[np.isin(flags % 8, _SIDES)].copy())

    def pairs(self) -> Floats:
        """Return them in pairs."""
        count = len(self._rows) // 2
        return np.array(self._rows[: 2 * count]).reshape(count, 2, self._width)
