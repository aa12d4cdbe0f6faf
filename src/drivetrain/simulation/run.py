"""Run: a compiled model from start to stop, with progress, interruption and readable failures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, isfinite, ulp
from threading import Lock
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.compiler.frontend.values import Values, check_parameters
from drivetrain.compiler.pipeline import translate
from drivetrain.errors import ParameterError, SimulationError, UsageError, nearest, shown
from drivetrain.kernel.binding import METHODS, Solver, Status
from drivetrain.kernel.sundials import require_sundials
from drivetrain.modeling.component import Component, Experiment, Model, as_component
from drivetrain.modeling.given import checked_number
from drivetrain.simulation.chunks import closing_rows, joined, until_violation
from drivetrain.simulation.energy import audit
from drivetrain.simulation.ensemble import Ensemble, run_ensemble
from drivetrain.simulation.failures import ending, explain
from drivetrain.simulation.fullness import check_fullness
from drivetrain.simulation.interrupts import Interrupts
from drivetrain.simulation.layout import TIME_COLUMN, Columns, Layout
from drivetrain.simulation.locked_start import check_locked_starts
from drivetrain.simulation.misfit import find_misfit
from drivetrain.simulation.naming import (
    ParameterNames,
    ParameterUnits,
    ParameterValues,
    layout_of,
)
from drivetrain.simulation.picking import Picking
from drivetrain.simulation.recording import Recording
from drivetrain.simulation.result import Result, RunStatus, Statistics
from drivetrain.simulation.sharing import shared_during
from drivetrain.simulation.solver import Settings, Solvers
from drivetrain.simulation.start import Starts
from drivetrain.simulation.start_report import StartReport
from drivetrain.simulation.verification.certificate import Certificate, warn_of
from drivetrain.simulation.verification.verify import Verifier

__all__ = ["CompiledModel", "compile", "simulate"]

Floats = NDArray[np.float64]
Progress = Callable[[float, float], None]
_ROWS_PER_CALL = 20_000
_CELLS_PER_CALL = 8_000_000
_DEFAULT_POINTS = 500
_FARTHEST = 1e15  # s
_LEAST_BITS = 1e6  # instants that a run has to have at least
_MOST_POINTS = 1e8
_FINEST_TOLERANCE = 1e-14
_PLAIN = frozenset((float, int, str, type(None)))


class CompiledModel:
    """A model translated to machine code, to be run again and again with other parameters.

    The machine code of most models is made in a few milliseconds. What has run for as long as it
    takes to make faster code gets that for its next run; the results are the same to the last bit.

    Parameters
    ----------
    model : Model
        What to compile. Structural parameters are fixed from now on. What is added to the model
        later on takes part once it is compiled again.

    Examples
    --------
    >>> import drivetrain as dt
    >>> compiled = dt.compile(dt.examples.find("CoupledClutches")())
    >>> stiff = compiled.simulate(parameters={"clutch1.peak": 1.2})
    """

    def __init__(self, model: Component) -> None:
        self._translate(as_component(model), model._as_built())

    def _translate(self, model: Component, built: Component, **how: Any) -> None:
        self.model, self._built = model, built
        begin = perf_counter()
        self.translation = translate(built, **how)
        self.translate_time = perf_counter() - begin
        self._layout: Layout | None = None
        self._starts: Starts | None = None
        self.solvers = Solvers()
        self.picking = Picking()
        self._verifier: Verifier | None = None
        self._unrolled: CompiledModel | None = None
        self._asked: tuple[tuple[object, ...], Settings] | None = None
        self._spent = 0.0
        self._lock = Lock()

    def _variant(self, **how: Any) -> CompiledModel:
        """Return the same model, translated in another way."""
        variant = CompiledModel.__new__(CompiledModel)
        variant._translate(self.model, self._built, **how)
        return variant

    def _without_loops(self) -> CompiledModel:
        """Return the same model, with a Jacobian whatever it takes."""
        with self._lock:
            if self._unrolled is None:
                self._unrolled = self._variant(loops=False)
            return self._unrolled

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the model alone: machine code belongs to its process, so it is compiled anew."""
        model = self._built._as_built()
        if isinstance(self.model, Model) and model is not self.model:
            vars(model)["experiment"] = self.model.experiment  # settings may change at any time
        return CompiledModel, (model,)

    def __repr__(self) -> str:
        """Return one line."""
        t = self.translation
        size = f"{len(t.lowered.states)} states, {t.flat.n_variables} variables"
        return f"<CompiledModel of {self.title}: {size}>"

    @property
    def title(self) -> str:
        """Name of the model."""
        return self.translation.flat.root.title

    @property
    def layout(self) -> Layout:
        """Names, units and columns of all variables."""
        if self._layout is None:
            self._layout = layout_of(self.translation)
        return self._layout

    @property
    def starts(self) -> Starts:
        """Start values of the runs."""
        if self._starts is None:
            self._starts = Starts(self.translation)
        return self._starts

    @property
    def verifier(self) -> Verifier:
        """What the runs are held against."""
        if self._verifier is None:
            self._verifier = Verifier(self.translation)
        return self._verifier

    @explained
    def simulate(
        self,
        *,
        start_time: float | None = None,
        stop_time: float | None = None,
        tolerance: float | None = None,
        solver: str = "auto",
        interval: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> Result:
        """Run the model; see :func:`drivetrain.simulate` for the arguments."""
        settings = self._settings(start_time, stop_time, tolerance, solver, interval)
        check_parameters(parameters)
        if progress is not None and not callable(progress):
            raise UsageError(f"progress={progress!r}: give a function of two numbers")
        explicit = settings.solver in ("auto", "bs5", "dopri5")
        if not explicit and not self.translation.kernel.has_jacobian:
            check_fullness(self.translation, settings.solver)
            return self._without_loops()._simulate(settings, parameters, progress)
        return self._simulate(settings, parameters, progress)

    def _simulate(
        self,
        settings: Settings,
        parameters: Mapping[str, Any] | None,
        progress: Progress | None,
    ) -> Result:
        self._make_ready()
        values = self.translation.values
        if parameters is not None and len(parameters):
            values = self.translation.dependents.values(parameters)
            if not self.translation.structure.admits(values):
                again = self._variant(overrides=parameters)
                return again._run(settings, values, progress)
        return self._run(settings, values, progress)

    @explained
    def start(
        self,
        *,
        start_time: float | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> StartReport:
        """Find consistent start values without running.

        Parameters
        ----------
        start_time : float, optional
            First instant, s.
        parameters : mapping, optional
            As for :func:`drivetrain.simulate`.

        Returns
        -------
        StartReport
            What was asked of each variable, what it got, and by which rule.

        Raises
        ------
        InitialisationError
            If conditions contradict each other or no start was found; its `start` says how far
            it went.

        Examples
        --------
        >>> import drivetrain as dt
        >>> compiled = dt.compile(dt.examples.find("CoupledClutches")())
        >>> compiled.start().lines[1]
        StartLine(name='J1.w', asked=10.0, reached=10.0, rule='fixed', unit='rad/s', label='')
        """
        begin = self._begin(start_time)
        return self.simulate(start_time=begin, stop_time=begin, parameters=parameters).start

    def _settings(self, *asked: Any) -> Settings:
        """Return what a run is asked for; most are asked for the same as the run before."""
        if not _PLAIN.issuperset(map(type, asked)):  # arrays may change, and are not simply equal
            return _settings(self.model, *asked)
        own = self.model.experiment if isinstance(self.model, Model) else None
        known, now = self._asked, (*asked, own)
        if known is None or known[0] != now:
            known = self._asked = now, _settings(self.model, *asked)
        return known[1]

    def _has_run(self, seconds: float) -> None:
        """Count the time that runs took."""
        self._spent += seconds

    def _make_ready(self, often: bool = False) -> None:
        """Have quicker machine code made once that pays, or at once for what runs often."""
        if often or self.translation.machine.pays(self._spent):
            with self._lock:
                self.translation = self.translation.optimised()

    def _begin(self, start_time: float | None) -> float:
        wanted = self.model.experiment if isinstance(self.model, Model) else Experiment()
        return wanted.start_time if start_time is None else start_time

    @explained
    def ensemble(
        self,
        parameters: Mapping[str, Any],
        *,
        start_time: float | None = None,
        stop_time: float | None = None,
        tolerance: float | None = None,
        interval: float = inf,
        threads: int | None = None,
    ) -> Ensemble:
        """Run the model once for every set of parameters, on several threads.

        Parameters
        ----------
        parameters : mapping
            Dotted name → array with one value for each run.
        start_time, stop_time, tolerance : float, optional
            As for :func:`drivetrain.simulate`.
        interval : float
            Distance of output points, s; by default only the start, events and the end are kept.
        threads : int, optional
            How many runs go side by side; one per processor if omitted. The results do not depend
            on it.

        Returns
        -------
        Ensemble
            Final values, events and rows of every run; a run that fails has a message. After
            Ctrl-C its status says that it was interrupted, and the runs that were over are kept.

        Raises
        ------
        UsageError
            If the arrays have different lengths.
        ParameterError
            If a value is outside its bounds.
        """
        settings = self._settings(start_time, stop_time, tolerance, "auto", interval)
        return run_ensemble(self, settings, parameters, threads)

    def _run(self, settings: Settings, values: Values, progress: Progress | None) -> Result:
        run = _Run(self, settings, values, progress)
        try:
            result = run.result()
        finally:
            self._has_run(run.simulate_time)
        warn_of(run.certificate, self.title)
        return result


@explained
def compile(model: Component) -> CompiledModel:  # noqa: A001
    """Translate a model to machine code that is run again and again.

    Parameters
    ----------
    model : Model
        What to compile. Structural parameters are fixed from now on. What is added to the model
        later on takes part once it is compiled again.

    Returns
    -------
    CompiledModel
        With `simulate(...)`, which takes other parameter values without translating anew.

    Raises
    ------
    ModelError
        If the model has no meaning; the message names component, source line and remedy.
    """
    return CompiledModel(model)


@explained
def simulate(
    model: Component,
    *,
    start_time: float | None = None,
    stop_time: float | None = None,
    tolerance: float | None = None,
    solver: str = "auto",
    interval: float | None = None,
    parameters: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Result:
    """Translate and run a model.

    Parameters
    ----------
    model : Model
        What to run.
    start_time, stop_time : float or quantity, optional
        Time span, s; by default what the model's `experiment` says.
    tolerance : float, optional
        Relative error tolerance of each step.
    solver : {"auto", "bs5", "rodas", "cvode", "ida"}
        Integration method: the explicit pair of Bogacki and Shampine, the stiff method Rodas5P, or
        whichever of them gets on better, switching on the way. As a second opinion, CVODE or IDA of
        SUNDIALS make the steps; events stay as they are
        (``pip install 'drivetrain[cvode]'``). ``"dopri5"``, the explicit pair of earlier days,
        means ``"bs5"``.
    interval : float, optional
        Distance of output points, s. Both sides of every event are kept besides.
    parameters : mapping, optional
        Values of run-time parameters by dotted name, tables included, and start values as
        ``"J1.w.start"``; of an array one by one, as ``"disc[0].J"``. Quantities of pint are
        converted to the unit of the parameter.
    progress : callable, optional
        Called now and then with (fraction done, simulation time).

    Returns
    -------
    Result
        Trajectories, events, statistics, energy audit. After Ctrl-C its status says that it was
        interrupted.

    Raises
    ------
    ModelError, InitialisationError
        If the model cannot be translated or started.
    SimulationError
        If the run fails; its `result` keeps what was computed.
    """
    return CompiledModel(model).simulate(
        start_time=start_time,
        stop_time=stop_time,
        tolerance=tolerance,
        solver=solver,
        interval=interval,
        parameters=parameters,
        progress=progress,
    )


def _settings(
    model: Component,
    start_time: float | None,
    stop_time: float | None,
    tolerance: float | None,
    solver: str,
    interval: float | None,
) -> Settings:
    wanted = model.experiment if isinstance(model, Model) else Experiment()
    if not isinstance(wanted, Experiment):
        raise UsageError(f"experiment = {wanted!r}: write experiment = Experiment(stop_time=…)")
    start = _number("start_time", wanted.start_time if start_time is None else start_time)
    stop = _number("stop_time", wanted.stop_time if stop_time is None else stop_time)
    accuracy = _number("tolerance", wanted.tolerance if tolerance is None else tolerance, "1")
    step = wanted.interval if interval is None else interval
    step = step if step is None else _number("interval", step)
    _check_times(start, stop, step)
    if not _FINEST_TOLERANCE <= accuracy <= 0.1:
        raise UsageError(
            f"tolerance={accuracy:g}: choose one between {_FINEST_TOLERANCE:g} and 0.1"
        )
    if not isinstance(solver, str) or solver not in METHODS:
        raise UsageError(
            f"solver={solver!r}: choose one of {', '.join(METHODS)}{nearest(solver, METHODS)}"
        )
    require_sundials(solver)
    if step is None:
        step = (stop - start) / _DEFAULT_POINTS or 1.0
    return Settings(start, stop, accuracy, step, solver)


def _number(name: str, value: Any, unit: str = "s") -> float:
    try:
        return checked_number(value, name, unit)
    except ParameterError:
        raise UsageError(f"{name}={shown(value)}: give a number") from None


def _check_times(start: float, stop: float, step: float | None) -> None:
    """Refuse a time span or an output grid that cannot be gone through."""
    for name, time in (("start_time", start), ("stop_time", stop)):
        if not isfinite(time):
            raise UsageError(f"{name}={time:g}: give a finite time")
    span, farthest = stop - start, max(abs(start), abs(stop))
    if not span >= 0:
        raise UsageError(f"{_shown_span(start, stop)}: the run has to end after its start")
    if farthest > _FARTHEST or 0 < span < _LEAST_BITS * ulp(farthest):
        raise UsageError(
            f"{_shown_span(start, stop)}: numbers of this size leave too few instants between "
            "them; shift the times towards zero"
        )
    if step is None:
        return
    if not step > 0:
        raise UsageError(f"interval={step:g}: the distance of output points has to be positive")
    if span > _MOST_POINTS * step:
        raise UsageError(
            f"interval={step:g}: a run of {span:g} s would have more than {_MOST_POINTS:g} output "
            "points; choose a longer interval"
        )


def _shown_span(start: float, stop: float) -> str:
    return f"start_time={start:.17g}, stop_time={stop:.17g}"


class _Run:
    """One run of a compiled model."""

    def __init__(
        self, compiled: CompiledModel, settings: Settings, values: Values, progress: Progress | None
    ) -> None:
        self.compiled, self.settings, self.values = compiled, settings, values
        self.translation = compiled.translation
        self.progress = progress
        self.rows: list[Floats] = []
        self.time = settings.start_time
        self.initialise_time = self.simulate_time = 0.0
        self.said = compiled.starts.said(values)
        self.certificate = Certificate(settings.tolerance)
        self.interrupts = Interrupts()

    def result(self) -> Result:
        scales = self.compiled.starts.scales(self.values, self.said, self.settings.tolerance)
        solvers = self.compiled.solvers
        with solvers.make(self.translation, self.values, self.settings, scales) as solver:
            status = self._start(solver)
            with self.interrupts:
                begin = perf_counter()
                if not status.failed:
                    status = self._advance(solver)
                self.simulate_time = perf_counter() - begin
                if status.failed:
                    return self._stopped(solver, status)
                self._hold_against_equations(solver)
                self._verify(solver)
                result = self._collect(solver, RunStatus.DONE, "")
                if self.interrupts.noted:  # maybe while the result was put together
                    result = self._interrupted(solver, status)
                return result

    def _interrupted(self, solver: Solver, status: Status) -> Result:
        end = ", its end" if status is Status.DONE else ""
        message = f"stopped by the user at t = {self.time:g} s{end}"
        return self._collect(solver, RunStatus.INTERRUPTED, message)

    def _stopped(self, solver: Solver, status: Status) -> Result:
        """Return the result of a run that the model has ended; raise if it has failed."""
        ended = ending(self.translation, solver.failure)
        self.rows = until_violation(self.rows, solver)
        self.rows += closing_rows(solver, ended is not None, self.time)
        if ended is not None:
            self._verify(solver)
            return self._collect(solver, RunStatus.DONE, ended)
        message = explain(self.translation, solver, status, rows=self._written(solver))
        failed = self._collect(solver, RunStatus.FAILED, message)
        raise SimulationError(message, failed)

    def _hold_against_equations(self, solver: Solver) -> None:
        """Raise if the results do not fulfil the equations; what came before is kept."""
        rows = self._written(solver)
        complete = solver.complete if solver.short_rows else None
        misfit = find_misfit(self.translation, self.values, rows, self.settings.tolerance, complete)
        if misfit is not None:
            self.rows = [rows[rows[:, TIME_COLUMN] < misfit.time]]
            failed = self._collect(solver, RunStatus.FAILED, misfit.message)
            raise SimulationError(misfit.message, failed)

    def _verify(self, solver: Solver) -> None:
        """Make the certificate of the run."""
        verifier, tolerance = self.compiled.verifier, self.settings.tolerance
        rows = self._written(solver)
        self.certificate = verifier.certificate(rows, solver, lambda: self.values, tolerance)

    def _start(self, solver: Solver) -> Status:
        begin = perf_counter()
        starts = self.compiled.starts
        self.reached, self.there = starts.find(self.values, self.said, self.settings, solver)
        status = solver.initialise(self.reached.x, self.said.discrete)
        if not status.failed:
            check_locked_starts(self.translation, self.values, solver)
        self.initialise_time = perf_counter() - begin
        return status

    def _start_report(self, recording: Recording) -> StartReport:
        """Return the report on the start; it refers to no run, which would keep all it recorded."""
        t, values, reached, there = self.translation, self.values, self.reached, self.there
        return StartReport(
            lambda: reached.report(t, values, there or _first_values(recording, len(reached.x)))
        )

    def _advance(self, solver: Solver) -> Status:
        status = Status.MORE
        while status is Status.MORE and not self.interrupts.noted:
            capacity = self._capacity(solver.written_length)
            rows, status = self._rows(solver, capacity)
            if len(rows):
                self.rows.append(rows)
                self.time = float(rows[-1, TIME_COLUMN])
            if not self.interrupts.noted:
                self._goes_on(rows)
        return status

    def _rows(self, solver: Solver, capacity: int) -> tuple[Floats, Status]:
        try:
            return solver.advance(capacity, goes_on=self._goes_on)
        except KeyboardInterrupt:  # of someone who has a handler of their own
            self.interrupts.note()
            return np.empty((0, solver.written_length)), Status.MORE

    def _goes_on(self, rows: Floats) -> bool:
        """Tell how far the run is, and whether it goes on."""
        if len(rows):
            self.time = float(rows[-1, TIME_COLUMN])
        if self.progress is not None:
            try:
                self.progress(self._fraction(), self.time)
            except KeyboardInterrupt:
                self.interrupts.note()
        return not self.interrupts.noted

    def _capacity(self, width: int) -> int:
        """Rows of the next chunk: first what the interval asks for, then what room allows."""
        s = self.settings
        most = min(max(_CELLS_PER_CALL // width, 64), _ROWS_PER_CALL)
        if self.rows:
            return most
        expected = (s.stop_time - s.start_time) / s.interval + 200.0
        return int(min(expected, most))

    def _fraction(self) -> float:
        span = self.settings.stop_time - self.settings.start_time
        return (self.time - self.settings.start_time) / span if span else 1.0

    def _collect(self, solver: Solver, status: RunStatus, message: str) -> Result:
        t, values, recording = self.translation, self.values, self._recording(solver)
        names = ParameterNames(t.flat.root)
        return Result(
            self.compiled.layout,
            recording,
            model=self.compiled.title,
            status=status,
            message=message,
            parameters=ParameterValues(names, values.parameter),
            parameter_units=ParameterUnits(names, t.flat),
            stats=self._statistics(solver, len(recording)),
            energy=lambda result: audit(t, values, recording, result.model),
            settings=dict(vars(self.settings)),
            start=self._start_report(recording),
            sharing=lambda: shared_during(t, values, self.compiled.layout, recording.written),
            check=self.certificate,
        )

    def _written(self, solver: Solver) -> Floats:
        self.rows = [joined(self.rows, solver.written_length)]
        return self.rows[0]

    def _recording(self, solver: Solver) -> Recording:
        rows, t = self._written(solver), self.translation
        if not solver.short_rows:
            return Recording(rows)

        picking = self.compiled.picking

        def pick(short: Floats, columns: Columns) -> Floats:
            return solver.select(short, picking.selection(t, columns, len(short)))

        return Recording(rows, t.kernel.known_length, solver.complete, pick, t.kernel.row_length)

    def _statistics(self, solver: Solver, points: int) -> Callable[[], Statistics]:
        """Return what makes the statistics when they are read; it refers to no run."""
        counted, t = solver.count(), self.translation
        translate_time = self.compiled.translate_time
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


def _first_values(recording: Recording, n_states: int) -> tuple[Floats, Floats] | None:
    """Return what was recorded last of the first instant; its derivatives are not kept."""
    if not len(recording):
        return None
    time = recording.written[:, TIME_COLUMN]
    last = int(np.searchsorted(time, time[0], side="right")) - 1
    return recording.row(last)[0], np.full(n_states, np.nan)
