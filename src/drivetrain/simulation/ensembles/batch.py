"""Execution of many parameter sets, as far as possible in the kernel alone.

Runs that differ in parameters only and have the same initial point are made as a batch. The others
are completed one by one: those with a failure, an initial point of their own, or another structure.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import DrivetrainError, SimulationError, SimulationInterrupted
from drivetrain.kernel.batch_runs import Ended, Left, Series
from drivetrain.kernel.binding import Solver, Stats, Status
from drivetrain.simulation.diagnostics.failures import ending, explain
from drivetrain.simulation.diagnostics.stuck_starts import check_locked_starts
from drivetrain.simulation.ensembles.parameter_sets import ParameterSets
from drivetrain.simulation.initialisation.start import CommonStart
from drivetrain.simulation.kernel_solver import (
    given_arrays,
    have_ticks,
    make_another,
    make_solver,
)
from drivetrain.simulation.results.certificate import Certificate
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import CONSTANT, FLAG_COLUMN, TIME_COLUMN
from drivetrain.simulation.runs.chunks import closing_rows, joined, until_violation
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.run import run_model
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.verification.ill_conditioning import far_apart, find_ill_conditioning

__all__ = ["BatchOfRuns", "Outcome"]

Floats = NDArray[np.float64]


class Outcome(NamedTuple):
    """Outcome of a run.

    Attributes
    ----------
    rows : float array
        Recorded rows.
    message : str
        Error message; empty if there is none.
    interrupted : bool
        Whether it was stopped by the user, or not started for that reason.
    check : Certificate or None
        Results of the automatic checks; None if the run failed or was stopped.
    stats : Stats or None
        Counters of the run, if it was completed.
    result : Result or None
        Result of a run for which the model was translated again.
    translated : bool
        Whether it was translated again.
    at_events : float array or None
        Rows at events, if only some variables are kept.
    kept : float array or None
        Numbers computed from the run.
    """

    rows: Floats
    message: str = ""
    interrupted: bool = False
    check: Certificate | None = None
    stats: Stats | None = None
    result: Result | None = None
    translated: bool = False
    at_events: Floats | None = None
    kept: Floats | None = None


_FIRST_VALUE = FLAG_COLUMN + 1
_STEPS_PER_CALL = 20_000
_ROWS_OF_EVENTS = 60
"""Room for the rows of as many events as a run usually has, to begin with."""
_MARGIN = 1.3
"""Room for rows, relative to what runs have had."""
_MOST_POINTS = 4000
_CELLS_PER_CALL = 4_000_000
_MOST_RUNS = 250


class BatchOfRuns:
    """Runs parameter sets; shared by all threads, and constant except for the stop flag.

    `usual_rows` changes too, which decides about memory only.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Times and tolerance.
    sets : ParameterSets
        Parameter values of the runs.
    stopped : Event, optional
        Set when all runs should stop.
    """

    def __init__(
        self,
        prepared: PreparedModel,
        settings: Settings,
        sets: ParameterSets,
        stopped: Event | None = None,
    ) -> None:
        self.translation = prepared.translation
        self.prepared, self.settings, self.sets = prepared, settings, sets
        self.starts = prepared.starts
        self.stopped = stopped or Event()
        self.verifier = prepared.verifier
        self.expected_rows = int(min(settings.output_points, _MOST_POINTS)) + _ROWS_OF_EVENTS
        self.usual_rows = self.expected_rows
        self.like: Solver | None = None
        self.common: CommonStart | None = None
        if sets.only_parameters:
            self.like = self._solver(prepared.translation.values)
            self.like.close()
            self.common = self.starts.for_series(settings)

    @property
    def most_at_once(self) -> int:
        """Largest number of runs in a portion of the work."""
        return min(_MOST_RUNS, self.sets.most_at_once)

    def outcomes(self, runs: range) -> Iterator[tuple[int, Outcome]]:
        """Yield the index and outcome of each run; ends early once `stopped` is set."""
        numbers: list[int] = []
        if self.like and self.common:
            series, numbers = self._series(self.like, self.common, runs)
            yield from self._of_series(series, numbers)
        for number in sorted(set(runs).difference(numbers)):
            if self.stopped.is_set():
                return
            yield number, self._alone(number)

    def _series(self, like: Solver, common: CommonStart, runs: range) -> tuple[Series, list[int]]:
        """Return the runs that can be made as a batch, and their indices."""
        t, parameters = self.translation, self.sets.parameters(runs)
        told = given_arrays(t, parameters, like.end_of_run)
        fit = t.guards.holds_for(parameters) & ~far_apart(t, parameters)
        fit &= have_ticks(told, like.start_time, like.stop_time)
        own = t.values.parameter[common.parameters]
        fit &= (parameters[:, common.parameters] == own).all(axis=1)
        series = Series(
            like,
            parameters=told["parameters"][fit],
            sample_start=told["sample_start"][fit],
            sample_interval=told["sample_interval"][fit],
            delay_longest=told["delay_longest"][fit],
            start=common.start,
        )
        return series, (runs.start + np.flatnonzero(fit)).tolist()

    def _of_series(self, series: Series, numbers: list[int]) -> Iterator[tuple[int, Outcome]]:
        while series.done < len(series) and not self.stopped.is_set():
            first = series.done
            waiting = numbers[first:]
            ended, left = series.advance(self._room(len(waiting)), _STEPS_PER_CALL)
            checks = self._certificates(ended, series, first, waiting)
            stats = series.stats(first, len(ended))
            if len(ended):
                self.usual_rows = int(_MARGIN * len(ended.rows) / len(ended)) + 1
            for number, rows, check, counters in zip(waiting, ended, checks, stats, strict=False):
                yield number, Outcome(rows, "", False, check, counters)
            if left:
                number = waiting[len(ended)]
                yield number, self._gone_on_with(number, left)

    def _room(self, runs: int) -> int:
        """Return the number of rows to allocate for these runs."""
        most = _CELLS_PER_CALL // self.translation.kernel.row_length
        return max(min(runs * self.usual_rows + self.expected_rows, most), self.expected_rows)

    def _gone_on_with(self, number: int, left: Left) -> Outcome:
        """Return the outcome of a run that a batch has left unfinished."""
        if left.solver is None:
            return self._alone(number)
        with left.solver as solver:
            return self._rest(solver, self.sets.values(number), left.status, [left.rows])

    def _alone(self, number: int) -> Outcome:
        """Make a run separately."""
        values = self.sets.values(number)
        try:
            if not self.translation.guards.admits(values):
                return self._translated_anew(number)
            said = self.starts.said(values)
            with self._solver(values) as solver:
                reached, _ = self.starts.find(values, said, self.settings, solver)
                status = solver.initialise(reached.x, said.discrete)
                if not status.failed:
                    check_locked_starts(self.translation, values, solver)
                    status = Status.MORE
                return self._rest(solver, values, status, [])
        except DrivetrainError as error:
            return Outcome(np.empty((0, self.translation.kernel.row_length)), str(error))

    def _solver(self, values: Values) -> Solver:
        if self.like:
            return make_another(self.like, self.translation, values)
        scales = self.starts.scales(values, self.starts.said(values), self.settings.tolerance)
        return make_solver(self.translation, values, self.settings, scales, is_whole=True)

    def _translated_anew(self, number: int) -> Outcome:
        """Make a run for which the model must be translated again."""
        try:
            result = run_model(
                self.prepared, self.settings, self.sets.given(number), self._check_stop
            )
        except SimulationError as error:
            return Outcome(self._in_usual_columns(error.result), str(error), translated=True)
        except SimulationInterrupted as stop:
            return Outcome(self._in_usual_columns(stop.result), str(stop), interrupted=True)
        rows = self._in_usual_columns(result)
        return Outcome(rows, check=result.check, result=result, translated=True)

    def _check_stop(self, *_: float) -> None:
        if self.stopped.is_set():
            raise KeyboardInterrupt

    def _in_usual_columns(self, result: Any) -> Floats:
        """Return the rows of a result of another structure, with the columns of the other runs."""
        layout = self.prepared.layout
        rows = np.full((len(result.time), self.translation.kernel.row_length), np.nan)
        rows[:, :_FIRST_VALUE] = result.rows[:, :_FIRST_VALUE]
        for name, column, sign in zip(layout.names, layout.column, layout.sign, strict=True):
            if column != CONSTANT:
                rows[:, column] = sign * result[name].astype(float)
        return rows

    def _certificates(
        self, ended: Ended, series: Series, first: int, numbers: list[int]
    ) -> Iterator[Certificate]:
        """Yield the certificates of the runs of a batch from one on: most have no findings."""
        probes = series.probes[first : first + len(ended)]
        runs = series.rows_of(ended, first)
        found = self.verifier.of_runs(runs, probes, self.settings.tolerance)
        for place, check in enumerate(found):
            yield check or self._closely(ended[place], series, first + place, numbers[place])

    def _closely(self, rows: Floats, series: Series, place: int, number: int) -> Certificate:
        """Return the certificate of a run in a batch, with its findings."""

        def values() -> Values:
            return self.sets.values(number)

        noted, given = series.noted(place), series.given(place)
        return self.verifier.of_rows(rows, noted, given, values, self.settings.tolerance)

    def _rest(
        self, solver: Solver, values: Values, status: Status, chunks: list[Floats]
    ) -> Outcome:
        """Continue a run to its end."""
        while status is Status.MORE and not self.stopped.is_set():
            rows, status = solver.advance(self.expected_rows, _STEPS_PER_CALL)
            chunks.append(rows)
        has_ended = ending(self.translation, solver.failure) is not None
        if status.failed:
            chunks = until_violation(chunks, solver)
            times = [float(rows[-1, TIME_COLUMN]) for rows in chunks if len(rows)]
            chunks += closing_rows(solver, has_ended, max(times, default=-inf))
        rows = joined(chunks, solver.written_length)
        if status is Status.MORE:
            return Outcome(rows, _stopped_at(rows, self.settings), interrupted=True)
        if not status.failed or has_ended:
            return self._held_against_equations(solver, values, rows)
        return Outcome(rows, explain(self.translation, solver, status, rows=rows))

    def _held_against_equations(self, solver: Solver, values: Values, rows: Floats) -> Outcome:
        """Return rows as far as they satisfy the equations, and a message if they do not."""
        finding = find_ill_conditioning(self.translation, values, rows, self.settings.tolerance)
        if finding is None:
            check = self.verifier.certificate(rows, solver, lambda: values, self.settings.tolerance)
            return Outcome(rows, check=check, stats=solver.stats)
        return Outcome(rows[rows[:, TIME_COLUMN] < finding.time], finding.message)


def _stopped_at(rows: Floats, settings: Settings) -> str:
    time = rows[-1, TIME_COLUMN] if len(rows) else settings.start_time
    return f"stopped by the user at t = {time:g} s"
