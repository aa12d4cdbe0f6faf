"""Take a solver to an instant of an earlier run, to continue from there.

The earlier run is made again up to that instant, without recording: runs are deterministic to the
last bit, and take milliseconds. With the same parameters the continuation is then simply the rest
of the uninterrupted run. With other ones the instant becomes an event: speeds and angles stay, and
modes are found that agree with the new values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import warn
from drivetrain.compiler.frontend.qualified_names import own_variable, variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.report import state_names, state_variables
from drivetrain.compiler.translation import Translation
from drivetrain.errors import CheckWarning, ParameterError, SimulationError, UsageError, shown
from drivetrain.kernel.binding import Solver, Status
from drivetrain.kernel.stepped_run import SteppedRun
from drivetrain.modeling.argument_values import checked_number
from drivetrain.modeling.component import Component
from drivetrain.modeling.model import Model
from drivetrain.simulation.diagnostics.failures import ending, explain
from drivetrain.simulation.diagnostics.stuck_starts import check_locked_starts
from drivetrain.simulation.end_of_run import refuse_without_end
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.kernel_solver import Scales, make_solver
from drivetrain.simulation.results.result import Result, RunStatus
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, RowFlag
from drivetrain.simulation.results.start_report import StartLine, StartReport
from drivetrain.simulation.runs.origin import Origin, Restart
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.saved_instant import Placed
from drivetrain.simulation.settings import Settings, settings_of

__all__ = [
    "SAME_INSTANT",
    "Begun",
    "Initial",
    "begun",
    "changed_run",
    "continuation",
    "first_row",
    "lines_of_states",
    "made_again",
    "refuse_start_values",
    "restart_of",
    "settings_to_continue",
    "values_of",
    "warn_of_leap",
]

_LEAP = 0.01
"""Difference of a state, relative to its size, that is more than an error of integration."""
SAME_INSTANT = 8
"""Last bits of time within which instants are one."""

Floats = NDArray[np.float64]
Initial = Result | tuple[Result, float]
"""A result, to continue from its end, or a result and an instant of it in s."""


def restart_of(initial: Any, model: PreparedModel) -> Restart:
    """Return the instant that `initial=` stands for.

    Raises
    ------
    UsageError
        If it is no instant of a run of this model.
    """
    result, time = initial if isinstance(initial, tuple) and len(initial) == 2 else (initial, None)
    if not isinstance(result, Result):
        raise UsageError(
            f"initial={shown(initial)}: give a result, to continue from its end, or a result and "
            "an instant, (result, 0.5)"
        )
    origin = result.origin
    if not isinstance(origin, Origin) or not len(result.time):
        raise UsageError(
            f"initial=…: this result of {result.model} does not know what made it, like those of "
            "ensembles and files, so no run can continue it: run the model alone, simulate(…)"
        )
    origin.check_model(model.translation)
    first, last = float(result.time[0]), float(result.time[-1])
    when = last if time is None else _instant(time)
    if not first <= when <= last:
        raise UsageError(
            f"initial=(result, {when:g}): the result covers {first:.9g} to {last:.9g} s; give an "
            "instant within it"
        )
    when = _recorded(result.time, when)
    row = int(np.searchsorted(result.time, when, side="right")) - 1
    return Restart(origin, when, result.written(row) if result.time[row] == when else None)


def warn_of_leap(model: PreparedModel, restart: Restart, run: SteppedRun, scales: Scales) -> None:
    """Warn if a run begins with other states than the result that it continues ends with.

    A longer run makes other steps than a shorter one, and some motions are very sensitive.
    """
    if restart.row is None:
        return
    states = slice(2, 2 + len(scales.atol))
    was, now = restart.row[states], run.row[states]
    size = np.maximum(np.abs(was), scales.atol / scales.rtol)
    part = np.abs(now - was) / size
    if not (part > _LEAP).any():
        return
    worst = int(np.argmax(part))
    name = state_names(model.translation)[worst]
    warn(
        CheckWarning(
            f"{model.title}: the run from t = {restart.time:g} s on begins with {name} = "
            f"{now[worst]:.6g}, but the result that it continues has {was[worst]:.6g} there: the "
            "motion is so sensitive that a longer run, with its other steps, differs; continue an "
            "instant of a result that is as long, initial=(result, t), or go step by step"
        )
    )


def _recorded(times: Floats, when: float) -> float:
    """Return the recorded instant that is this one but for rounding, else this one."""
    near = times[[np.searchsorted(times, when, side="right") - 1, np.searchsorted(times, when)]]
    closest = float(near[np.argmin(np.abs(near - when))])
    return closest if abs(closest - when) <= SAME_INSTANT * np.spacing(abs(when)) else when


def _instant(time: Any) -> float:
    if isinstance(time, bool) or not isinstance(time, (int, float, np.integer, np.floating)):
        raise UsageError(f"initial=(result, {shown(time)}): give the instant as a number, in s")
    return float(time)


def values_of(model: PreparedModel, parameters: Mapping[str, Any] | None) -> Values:
    """Return the values of a run that was or is to be made with this translation.

    Raises
    ------
    ParameterError
        If they change the equations.
    """
    t = model.translation
    if parameters is None or not len(parameters):
        return t.values
    values = t.parameter_updates.values(parameters)
    if not t.guards.admits(values):
        names = ", ".join(map(repr, parameters))
        raise ParameterError(
            f"{names}: with these values the model has other equations than the run that is to be "
            "continued, so that its state does not fit: start anew with them"
        )
    return values


def settings_to_continue(
    model: Component,
    before: Restart,
    start_time: Any,
    stop_time: Any,
    tolerance: float | None,
    solver: str,
    interval: Any,
    output_times: Any = None,
) -> Settings:
    """Return the settings of a run that continues an earlier one; they are its own by default.

    The grid of output points stays that of the earlier run.

    Raises
    ------
    UsageError
        If such a run is impossible.
    """
    was = before.origin.settings
    if start_time is not None:
        raise UsageError(
            f"start_time={shown(start_time)}: with initial=… the run starts at {before.time:.9g} s;"
            " give initial=(result, time) for another instant"
        )
    if solver not in ("auto", was.solver):
        raise UsageError(
            f"solver={solver!r}: with initial=… the steps go on as they were, by {was.solver!r}"
        )
    wanted = model.experiment.stop_time if isinstance(model, Model) else was.stop_time
    if stop_time is None:
        stop_time = max(wanted, was.stop_time)
        if not stop_time > before.time:
            raise UsageError(
                f"initial=…: the earlier run has ended at {before.time:.9g} s; say when this one "
                "is to end, stop_time=…"
            )
    if interval is None and output_times is None:
        interval, output_times = _points_of(was, stop_time)
    tolerance = was.tolerance if tolerance is None else tolerance
    found = settings_of(
        model, was.start_time, stop_time, tolerance, was.solver, interval, output_times
    )
    if found.stop_time < before.time:
        raise UsageError(
            f"stop_time={found.stop_time:.9g}: with initial=… the run starts at {before.time:.9g} "
            "s and has to end after that"
        )
    return found


def _points_of(was: Settings, stop_time: Any) -> tuple[float | None, Floats | None]:
    """Return the interval or the output points of an earlier run, those up to a stop time."""
    if was.output_times is None:
        return was.interval, None
    instants = was.output_times.instants
    return None, instants[instants <= checked_number(stop_time, "stop_time", "s")]


def continuation(
    model: PreparedModel,
    settings: Settings,
    parameters: Mapping[str, Any] | None,
    before: Restart,
) -> tuple[PreparedModel, Values, Origin]:
    """Return what continues an earlier run, as it was or with other parameters.

    Parameters
    ----------
    model : PreparedModel
        The model.
    settings : Settings
        Settings of the continuation.
    parameters : mapping, optional
        Values other than those of the earlier run.
    before : Restart
        The instant from which it continues.

    Returns
    -------
    model : PreparedModel
        The model as it was translated for the earlier run.
    values : Values
        Its values from now on.
    origin : Origin
        What makes the continuation, from its start on.
    """
    refuse_without_end(model.translation, "initial=…")
    earlier = before.origin
    if earlier.before is not None and earlier.before.placed is not None:
        model = model.without_loops() if earlier.before.placed.unrolled else model
    if earlier.parameters:
        known = model.translation.parameter_updates.values(earlier.parameters)
        if not model.translation.guards.admits(known):
            model = model.variant(overrides=earlier.parameters)
    values = was = values_of(model, earlier.parameters)
    given = earlier.parameters
    if parameters is not None and len(parameters):
        refuse_start_values(parameters, "a run with initial=…")
        given = {**(given or {}), **deepcopy(dict(parameters))}
        values = values_of(model, given)
    if settings.tolerance == earlier.settings.tolerance and values.equal_at_run_time(was):
        origin = Origin(settings, earlier.parameters, earlier.before, model.base.translation)
    else:
        origin = Origin(settings, given, before, model.base.translation)
    return model, values, origin


def refuse_start_values(parameters: Mapping[str, Any], what: str) -> None:
    """Refuse start values, which have no effect within a run.

    Raises
    ------
    ParameterError
        If there is one among the parameters.
    """
    for name in parameters:
        if isinstance(name, str) and name.endswith(".start"):
            raise ParameterError(
                f"{name!r} is a start value, and {what} goes on from the values that it has: leave "
                "it out, or start anew"
            )


class Begun(NamedTuple):
    """A run at its first instant.

    Attributes
    ----------
    solver : Solver
        Its solver.
    scales : Scales
        Its tolerances.
    reached : Reached
        Start values.
    there : (float array, float array) or None
        Values and derivatives at the start, if something had to be solved for.
    ended : str
        Why the model ends the run there, else empty.
    """

    solver: Solver
    scales: Scales
    reached: Reached
    there: tuple[Floats, Floats] | None
    ended: str


def begun(model: PreparedModel, settings: Settings, values: Values) -> Begun:
    """Return a run at its first instant.

    Raises
    ------
    InitialisationError, SimulationError
        If there is no consistent start.
    """
    starts = model.starts
    said = starts.said(values)
    scales = starts.scales(values, said, settings.tolerance)
    own = replace(values, parameter=values.parameter.copy())
    solver = make_solver(model.translation, own, settings, scales, short_rows=True)
    try:
        reached, there = starts.find(values, said, settings, solver)
        status = solver.initialise(reached.x, said.discrete)
        ended = ending(model.translation, solver.failure) if status.failed else ""
        if ended is None:
            message = explain(model.translation, solver, status)
            raise SimulationError(message, _failed(model, values, message, reached, there))
        if not ended:
            check_locked_starts(model.translation, values, solver)
    except BaseException:
        solver.close()
        raise
    return Begun(solver, scales, reached, there, ended)


def _failed(
    model: PreparedModel,
    values: Values,
    message: str,
    reached: Reached,
    there: tuple[Floats, Floats] | None,
) -> Result:
    """Return the result of a run without a consistent first instant: how far the start got."""
    t = model.translation
    return Result(
        model.layout,
        np.empty((0, t.kernel.row_length)),
        model=model.title,
        status=RunStatus.FAILED,
        message=message,
        start=StartReport(lambda: reached.report(t, values, there)),
    )


def changed_run(
    run: SteppedRun, model: PreparedModel, settings: Settings, values: Values, scales: Scales
) -> tuple[SteppedRun, Floats]:
    """Continue a run with other values, from an event at its present instant.

    Parameters
    ----------
    run : SteppedRun
        Where the change happens; its solver can be closed afterwards.
    model : PreparedModel
        The model.
    settings : Settings
        Settings of the solver that continues.
    values : Values
        Its values.
    scales : Scales
        Its tolerances.

    Returns
    -------
    run : SteppedRun
        The run that continues, at the event.
    left : ndarray
        The row just before it.
    """
    own = replace(values, parameter=values.parameter.copy())
    solver = make_solver(model.translation, own, settings, scales, short_rows=True)
    if not np.array_equal(solver.delays, run.solver.delays):
        raise ParameterError(
            "a delay time depends on these parameters: what is on its way cannot get another "
            "delay; start anew with them"
        )
    solver.check_foreign(run.solver)
    left, status = run.interrupt()
    if status.failed:
        raise SimulationError(explain(model.translation, run.solver, status))
    other = run.continued_by(solver)
    other.renew()
    return other, left


def _go_to(
    run: SteppedRun,
    model: PreparedModel,
    time: float,
    goes_on: Callable[[], bool] | None = None,
) -> None:
    """Take a run to an instant.

    Raises
    ------
    SimulationError
        If it does not get there.
    KeyboardInterrupt
        If it was not to go on.
    """
    status = run.go(time, goes_on=goes_on)
    if status is Status.MORE:
        raise KeyboardInterrupt
    if not status.failed:
        return
    ended = ending(model.translation, run.solver.failure)
    message = ended or explain(model.translation, run.solver, status)
    raise SimulationError(f"up to t = {time:g} s the run is made again, but ends: {message}")


def first_row(run: SteppedRun) -> Floats:
    """Return the present row as the first one of a result."""
    row = run.row.reshape(1, -1).copy()
    row[0, FLAG_COLUMN] = RowFlag.INITIAL
    return row


def lines_of_states(translation: Translation, row: Floats) -> list[StartLine]:
    """Return one line for each state of a run that continues an earlier one.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    row : ndarray
        The first row of the run.
    """
    root = translation.flat.root
    return [
        StartLine(
            variable_name(root, number),
            np.nan,
            float(translation.value_in(number, row)),
            "continues the run before",
            own_variable(root, number).declaration.unit,
        )
        for number in state_variables(translation)
        if number >= 0
    ]


def made_again(
    model: PreparedModel, restart: Restart, goes_on: Callable[[], bool] | None = None
) -> tuple[SteppedRun, Scales]:
    """Make a run again up to an instant.

    Parameters
    ----------
    model : PreparedModel
        The model.
    restart : Restart
        The run and the instant.
    goes_on : callable, optional
        Asked from time to time whether to go on.

    Returns
    -------
    run : SteppedRun
        The run at that instant.
    scales : Scales
        Its tolerances.
    """
    origin = restart.origin
    values = values_of(model, origin.parameters)
    if origin.before is None:
        solver, scales, _, _, ended = begun(model, origin.settings, values)
        if ended:
            solver.close()
            raise SimulationError(f"the run ends where it starts: {ended}")
        run = SteppedRun(solver)
    else:
        run, scales = _changed(model, origin, values, goes_on)
    _go_to(run, model, restart.time, goes_on)
    return run, scales


def _changed(
    model: PreparedModel, origin: Origin, values: Values, goes_on: Callable[[], bool] | None
) -> tuple[SteppedRun, Scales]:
    """Make the run before again, and continue it with other values."""
    assert origin.before is not None
    if origin.before.placed is not None:
        return _placed(model, origin.settings, values, origin.before.placed)
    settings, earlier = origin.settings, origin.before.origin.settings
    model.translation.kernel.make_jacobian()  # both solvers need the same memory
    before, scales = made_again(model, origin.before, goes_on)
    with before.solver:
        if origin.before.time >= earlier.stop_time:
            before.prolong(settings.stop_time)
        scales = replace(
            scales,
            atol=scales.atol * (settings.tolerance / earlier.tolerance),
            rtol=settings.tolerance,
        )
        run, _ = changed_run(before, model, settings, values, scales)
    _go_to(run, model, origin.before.time, goes_on)
    return run, scales


def _placed(
    model: PreparedModel, settings: Settings, values: Values, placed: Placed
) -> tuple[SteppedRun, Scales]:
    """Return a run that begins with values put in place of those reached at an instant."""
    scales = model.starts.scales(values, model.starts.said(values), settings.tolerance)
    own = replace(values, parameter=values.parameter.copy())
    solver = make_solver(model.translation, own, settings, scales, short_rows=True)
    run = SteppedRun(solver)
    status = placed.begin(run, settings.stop_time)
    if status.failed:
        message = explain(model.translation, solver, status)
        solver.close()
        raise SimulationError(message)
    return run, scales
