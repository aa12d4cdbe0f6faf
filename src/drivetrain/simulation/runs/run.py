"""Execution of a single run of a prepared model, with progress and interruption."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import warn
from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import ModelWarning, SimulationError, SimulationInterrupted
from drivetrain.kernel.binding import Solver, Status
from drivetrain.simulation.diagnostics.failures import ending, explain
from drivetrain.simulation.diagnostics.idle_parameters import warn_of_idle_parameters
from drivetrain.simulation.diagnostics.stuck_starts import check_locked_starts
from drivetrain.simulation.end_of_run import waits_for_end
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.results.certificate import Certificate, warn_of
from drivetrain.simulation.results.energy_audit import audit
from drivetrain.simulation.results.energy_flow.assembly import EnergySource
from drivetrain.simulation.results.energy_flow.ports import Ports
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.result import Result, RunStatus, Statistics
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.results.run_views.model_description import ModelDescription
from drivetrain.simulation.results.selection import event_rows, narrowed
from drivetrain.simulation.results.shared_locks import shared_during
from drivetrain.simulation.results.start_report import StartReport
from drivetrain.simulation.results.tables.parameter_facts import ParameterFacts, RunParameterValues
from drivetrain.simulation.results.variable_names import (
    ParameterNames,
    ParameterUnits,
)
from drivetrain.simulation.runs.chunks import closing_rows, joined, recording_of, until_violation
from drivetrain.simulation.runs.interrupts import Interrupts
from drivetrain.simulation.runs.origin import Origin, Restart
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.repetition import Repetition
from drivetrain.simulation.runs.restart import (
    continuation,
    first_row,
    lines_of_states,
    made_again,
    warn_of_leap,
)
from drivetrain.simulation.runs.run_log import StepLog, log_run, log_start
from drivetrain.simulation.runs.saved_instant import Placed
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.verification.ill_conditioning import find_ill_conditioning

__all__ = ["Progress", "Run", "finished_run", "run_model", "run_placed"]

Floats = NDArray[np.float64]
Progress = Callable[[float, float], None]
_ROWS_PER_CALL = 20_000
_CELLS_PER_CALL = 8_000_000


def run_model(
    prepared: PreparedModel,
    settings: Settings,
    parameters: Mapping[str, Any] | None,
    progress: Progress | None,
    record: tuple[str, ...] | None = None,
    before: Restart | None = None,
) -> Result:
    """Run a model, translated again if other values of parameters change its equations.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Requested settings.
    parameters : mapping, optional
        As for :func:`drivetrain.simulate`.
    progress : callable, optional
        As for :func:`drivetrain.simulate`.
    record : tuple of str, optional
        Names and patterns of the variables to keep.
    before : Restart, optional
        Instant of an earlier run from which this one continues.

    Raises
    ------
    SimulationError
        If the run fails; its `result` keeps the values computed so far.
    SimulationInterrupted
        After Ctrl-C, likewise.
    """
    prepared.make_ready()
    if before is not None:
        prepared, values, origin = continuation(prepared, settings, parameters, before)
        _refuse_unknown(prepared, record)
        return finished_run(Run(prepared, settings, values, progress, record, origin, before))
    values = prepared.translation.values
    if parameters is not None and len(parameters):
        values = prepared.translation.parameter_updates.values(parameters)
        warn_of_idle_parameters(prepared.translation, parameters)
        if not prepared.translation.guards.admits(values):
            prepared = prepared.variant(overrides=parameters)
    _refuse_unknown(prepared, record)
    origin = Origin(settings, deepcopy(parameters), None, prepared.base.translation)
    return finished_run(Run(prepared, settings, values, progress, record, origin))


def run_placed(
    prepared: PreparedModel,
    settings: Settings,
    values: Values,
    parameters: Mapping[str, Any] | None,
    placed: Placed,
) -> Result:
    """Run a model from an instant of another run, with values put in place of those reached.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Requested settings; the run starts at that instant.
    values : Values
        Its parameters.
    parameters : mapping, optional
        Those of them that were given.
    placed : Placed
        Where it begins.

    Raises
    ------
    SimulationError
        If the run fails.
    """
    t = prepared.base.translation
    there = Restart(Origin(settings, None, None, t), placed.at.time, None, placed)
    origin = Origin(settings, deepcopy(parameters), there, t)
    before = Restart(origin, placed.at.time)
    return finished_run(Run(prepared, settings, values, None, None, origin, before))


def _refuse_unknown(prepared: PreparedModel, record: tuple[str, ...] | None) -> None:
    """Refuse to record what does not exist, before the run."""
    if record is not None:
        narrowed(prepared.layout, record)


def finished_run(run: Run) -> Result:
    """Make a run, and warn if it cannot be trusted.

    Parameters
    ----------
    run : Run
        The run.

    Raises
    ------
    SimulationError
        If it fails.
    """
    try:
        result = run.result()
    finally:
        run.prepared.has_run(run.simulate_time)
    warn_of(run.certificate, run.prepared.title)
    return result


class Run:
    """One run of a prepared model.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Requested settings.
    values : Values
        Its parameters.
    progress, record
        As for :func:`run_model`.
    origin : Origin
        From what the run can be made again.
    continues : Restart, optional
        Instant of an earlier run from which it continues.
    """

    def __init__(
        self,
        prepared: PreparedModel,
        settings: Settings,
        values: Values,
        progress: Progress | None,
        record: tuple[str, ...] | None,
        origin: Origin,
        continues: Restart | None = None,
    ) -> None:
        self.origin, self.continues = origin, continues
        self.begin = settings.start_time if continues is None else continues.time
        self.prepared, self.settings, self.values = prepared, settings, values
        self.record = record
        self.translation = prepared.translation
        self.progress = progress
        self.rows: list[Floats] = []
        self.time = self.begin
        self.initialise_time = self.simulate_time = 0.0
        self.said = prepared.starts.said(values)
        self.certificate = Certificate(settings.tolerance)
        self.interrupts = Interrupts()

    def result(self) -> Result:
        """Make the run and return its result."""
        if self.continues is not None:
            return self._continued(self.continues)
        scales = self.prepared.starts.scales(self.values, self.said, self.settings.tolerance)
        solvers = self.prepared.solvers
        with solvers.make(self.translation, self.values, self.settings, scales) as solver:
            return self._made(solver, self._start(solver))

    def _continued(self, before: Restart) -> Result:
        """Make what was before again, then go on."""
        begin = perf_counter()
        restart = Restart(self.origin, self.begin)
        with self.interrupts:
            run, scales = made_again(self.prepared, restart, lambda: not self.interrupts.noted)
        if before.origin.before is self.origin.before:
            warn_of_leap(self.prepared, before, run, scales)
        self.initialise_time = perf_counter() - begin
        with run.solver as solver:
            self.rows.append(first_row(run))
            return self._made(solver, Status.DONE)

    def _made(self, solver: Solver, status: Status) -> Result:
        with self.interrupts:
            begin = perf_counter()
            if not status.failed:
                status = self._advance(solver)
            self.simulate_time = perf_counter() - begin
            return self._outcome(solver, status)

    def _outcome(self, solver: Solver, status: Status) -> Result:
        """Return the result; raise if the run has failed or was interrupted."""
        try:
            result = self._finished(solver, status)
        except SimulationError as error:
            if self.interrupts.noted:  # a loop of runs must not go on
                raise SimulationInterrupted(str(error), error.result) from error
            raise
        if self.interrupts.noted:  # possibly while the result was assembled
            end = ", its end" if status is Status.DONE else ""
            message = f"stopped by the user at t = {self.time:g} s{end}"
            part = self._collect(solver, RunStatus.INTERRUPTED, message)
            raise SimulationInterrupted(message, part)
        return result

    def _finished(self, solver: Solver, status: Status) -> Result:
        """Check the rows and return the result; raise if the run has failed."""
        if status.failed:
            return self._stopped(solver, status)
        self._hold_against_equations(solver)
        self._verify(solver)
        warn_of_circles(solver, self.prepared.title)
        return self._collect(solver, RunStatus.DONE, "")

    def _stopped(self, solver: Solver, status: Status) -> Result:
        """Return the result of a run that the model has terminated; raise if it has failed."""
        ended = ending(self.translation, solver.failure)
        self.rows = until_violation(self.rows, solver)
        self.rows += closing_rows(solver, ended is not None, self.time)
        if ended is not None:
            self._warn_of_early_end(solver)
            self._verify(solver)
            return self._collect(solver, RunStatus.DONE, ended)
        message = explain(self.translation, solver, status, rows=self._written(solver))
        failed = self._collect(solver, RunStatus.FAILED, message)
        raise SimulationError(message, failed)

    def _warn_of_early_end(self, solver: Solver) -> None:
        """Warn if what was to happen at the end of the run has not happened."""
        if waits_for_end(self.translation) and solver.failure is not None:
            warn(
                ModelWarning(
                    f"{self.prepared.title}: the run was ended by the model at "
                    f"{solver.failure.time:g} s, so that terminal() was never true"
                )
            )

    def _hold_against_equations(self, solver: Solver) -> None:
        """Raise if the results violate the equations; earlier values are kept."""
        rows = self._written(solver)
        complete = solver.complete if solver.short_rows else None
        misfit = find_ill_conditioning(
            self.translation, self.values, rows, self.settings.tolerance, complete
        )
        if misfit is not None:
            self.rows = [rows[rows[:, TIME_COLUMN] < misfit.time]]
            failed = self._collect(solver, RunStatus.FAILED, misfit.message)
            raise SimulationError(misfit.message, failed)

    def _verify(self, solver: Solver) -> None:
        """Make the certificate of the run."""
        verifier, tolerance = self.prepared.verifier, self.settings.tolerance
        rows = self._written(solver)
        self.certificate = verifier.certificate(rows, solver, lambda: self.values, tolerance)

    def _start(self, solver: Solver) -> Status:
        begin = perf_counter()
        self.reached, self.there = self._find_start(solver)
        status = self._initialised(solver)
        if not status.failed:
            check_locked_starts(self.translation, self.values, solver)
        self.initialise_time = perf_counter() - begin
        if not status.failed:
            log_start(
                self.prepared.title, self.time, self.initialise_time, self._first_report(solver)
            )
        return status

    def _find_start(self, solver: Solver) -> tuple[Reached, tuple[Floats, Floats] | None]:
        """Return consistent start values, and values and derivatives there."""
        return self.prepared.starts.find(self.values, self.said, self.settings, solver)

    def _initialised(self, solver: Solver) -> Status:
        """Solve the initial event."""
        return solver.initialise(self.reached.x, self.said.discrete)

    def _first_report(self, solver: Solver) -> Callable[[], StartReport]:
        """Return a function that makes the report on the start before the first row is recorded."""
        t, values, reached, there = self.translation, self.values, self.reached, self.there

        def report() -> StartReport:
            known = there or (solver.current, np.full(len(reached.x), np.nan))
            return StartReport(lambda: reached.report(t, values, known))

        return report

    def _start_report(self, recording: Recording) -> StartReport:
        """Return the report on the start, without a reference to the run, to save memory."""
        t, values = self.translation, self.values
        if self.continues:
            return StartReport(lambda: lines_of_states(t, recording.row(0)[0]))
        reached, there = self.reached, self.there
        return StartReport(
            lambda: reached.report(t, values, there or _first_values(recording, len(reached.x)))
        )

    def _advance(self, solver: Solver) -> Status:
        status, steps = Status.MORE, StepLog.wanted(self.prepared.title, solver)
        while status is Status.MORE and not self.interrupts.noted:
            capacity = steps.capacity if steps else self._capacity(solver.written_length)
            rows, status = self._rows(solver, capacity)
            if len(rows):
                self.rows.append(rows)
                self.time = float(rows[-1, TIME_COLUMN])
                if steps:
                    steps.until(self.time)
            if not self.interrupts.noted:
                self._goes_on(rows)
        return status

    def _rows(self, solver: Solver, capacity: int) -> tuple[Floats, Status]:
        try:
            return solver.advance(capacity, goes_on=self._goes_on)
        except KeyboardInterrupt:  # from an application's own handler
            self.interrupts.note()
            return np.empty((0, solver.written_length)), Status.MORE

    def _goes_on(self, rows: Floats) -> bool:
        """Report progress, and return whether the run is to continue."""
        if len(rows):
            self.time = float(rows[-1, TIME_COLUMN])
        if self.progress is not None:
            try:
                self.progress(self._fraction(), self.time)
            except KeyboardInterrupt:
                self.interrupts.note()
        return not self.interrupts.noted

    def _capacity(self, width: int) -> int:
        """Rows of the next chunk: first as implied by the interval, then as memory allows."""
        s = self.settings
        most = min(max(_CELLS_PER_CALL // width, 64), _ROWS_PER_CALL)
        if self.rows and not (self.continues and len(self.rows) == 1):
            return most
        return int(min(s.output_points + 200.0, most))

    def _fraction(self) -> float:
        span = self.settings.stop_time - self.begin
        return (self.time - self.begin) / span if span else 1.0

    def _collect(self, solver: Solver, status: RunStatus, message: str) -> Result:
        t, values = self.translation, self.values
        whole = recording_of(self._written(solver), solver, t, self.prepared.picking)
        names, layout = ParameterNames(t.flat.root), self.prepared.layout
        repeat = Repetition(self.prepared, self.settings, values, self._restart())
        title = self.prepared.title
        # Events, energy and start report need the rows at events only; nothing else is referred to.
        recording = whole if self.record is None else whole.at(event_rows(whole.written))
        result = Result(
            layout,
            whole,
            model=title,
            status=status,
            message=message,
            parameters=RunParameterValues(names, values.parameter, ParameterFacts(t.flat, values)),
            parameter_units=ParameterUnits(names, t.flat),
            stats=self._statistics(solver, len(whole)),
            energy=lambda result: audit(t, values, result.audited, result.model),
            audited=None if self.record is None else recording,
            settings=self._told(),
            start=self._start_report(recording),
            sharing=lambda: shared_during(t, values, layout, recording.written),
            check=self.certificate,
            repeat=repeat,
            energy_source=EnergySource(
                Ports(t.flat), layout, repeat, lambda rows: audit(t, values, rows, title)
            ),
            description=ModelDescription(t.flat, t.values, values),
            origin=self.origin,
        )
        log_run(t, result, solver)
        return result if self.record is None else result.select(*self.record)

    def _restart(self) -> Restart | None:
        """Return where this run begins, if it continues another one."""
        return None if self.continues is None else Restart(self.origin, self.begin)

    def _told(self) -> dict[str, Any]:
        """Return the settings for the result."""
        return dict(vars(self.settings), start_time=self.begin)

    def _written(self, solver: Solver) -> Floats:
        self.rows = [joined(self.rows, solver.written_length)]
        return self.rows[0]

    def _statistics(self, solver: Solver, points: int) -> Callable[[], Statistics]:
        """Return a function that builds the statistics on demand, without referring to the run."""
        counted, t = solver.count(), self.translation
        translate_time = self.prepared.translate_time
        initialise_time, simulate_time = self.initialise_time, self.simulate_time

        def statistics() -> Statistics:
            stats = counted()
            return Statistics(
                states=len(t.lowered.states),
                equations=t.n_equations,
                steps=stats.steps,
                rejected_steps=stats.rejected_steps,
                stiff_steps=stats.stiff_steps,
                rhs_evaluations=stats.rhs_evaluations,
                state_events=stats.state_events,
                time_events=stats.time_events,
                event_iterations=stats.event_iterations,
                output_points=points,
                translate_time=translate_time,
                initialise_time=initialise_time,
                simulate_time=simulate_time,
            )

        return statistics


def warn_of_circles(solver: Solver, title: str) -> None:
    """Warn if inputs of programs that compute parts depend on their own outputs at once."""
    if solver.foreign_circles:
        parts = ", ".join(repr(one.part) for one in solver.model.foreign)
        ticks = solver.foreign_circles
        warn(
            ModelWarning(
                f"{title}: among {parts} outputs follow at once from inputs that follow from them, "
                f"at {ticks} ticks; there the inputs are those of outputs one tick late: let a "
                "part with a state stand between them, or take shorter steps"
            )
        )


def _first_values(recording: Recording, n_states: int) -> tuple[Floats, Floats] | None:
    """Return the last record of the first instant; its derivatives are not kept."""
    if not len(recording):
        return None
    time = recording.written[:, TIME_COLUMN]
    last = int(np.searchsorted(time, time[0], side="right")) - 1
    return recording.row(last)[0], np.full(n_states, np.nan)
