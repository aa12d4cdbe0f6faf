"""Start a simulation that is made step by step."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import UsageError, shown
from drivetrain.kernel.stepped_run import SteppedRun
from drivetrain.simulation.diagnostics.idle_parameters import warn_of_idle_parameters
from drivetrain.simulation.end_of_run import refuse_without_end
from drivetrain.simulation.results.start_report import StartLine, StartReport
from drivetrain.simulation.runs.origin import Origin, Restart
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import (
    Begun,
    begun,
    continuation,
    lines_of_states,
    made_again,
)
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.stepping.live_run import LiveRun
from drivetrain.simulation.stepping.simulation import Simulation

__all__ = ["rate_of", "started"]

Floats = NDArray[np.float64]


def rate_of(realtime: Any) -> float:
    """Return simulated seconds per second of the clock, 0 for as fast as possible.

    Raises
    ------
    UsageError
        If it is no such number.
    """
    if isinstance(realtime, bool):
        return float(realtime)
    if not isinstance(realtime, (int, float)) or not 0 < realtime <= sys.float_info.max:
        raise UsageError(
            f"realtime={shown(realtime)}: give True, or simulated seconds per second, above 0"
        )
    return float(realtime)


def started(
    model: PreparedModel,
    settings: Settings,
    parameters: Mapping[str, Any] | None,
    record: bool,
    rate: float,
    before: Restart | None = None,
) -> Simulation:
    """Return a simulation at its first instant.

    Parameters
    ----------
    model : PreparedModel
        The model.
    settings : Settings
        Settings of the run.
    parameters : mapping, optional
        As for :func:`drivetrain.simulate`.
    record : bool
        Whether rows are kept.
    rate : float
        Simulated seconds per second of the clock; 0: as fast as possible.
    before : Restart, optional
        Instant of an earlier run from which this one continues.

    Raises
    ------
    InitialisationError, SimulationError
        If there is no consistent start.
    """
    model.make_ready()
    refuse_without_end(model.translation, "start(…)")
    first: list[Floats] = []
    ended = ""
    if before is not None:
        model, values, origin = continuation(model, settings, parameters, before)
        model.translation.kernel.make_jacobian()
        run, scales = made_again(model, Restart(origin, before.time))
        report = StartReport(lambda: lines_of_states(model.translation, first[0]))
    else:
        values = model.translation.values
        if parameters is not None and len(parameters):
            values = model.translation.parameter_updates.values(parameters)
            warn_of_idle_parameters(model.translation, parameters)
            if not model.translation.guards.admits(values):
                model = model.variant(overrides=parameters)
        origin = Origin(settings, deepcopy(parameters), None, model.base.translation)
        model.translation.kernel.make_jacobian()  # so that copies need the same memory
        start = begun(model, settings, values)
        run, scales = SteppedRun(start.solver), start.scales
        ended = start.ended
        if ended:
            run.row[:] = start.solver.last
        else:
            run.go(settings.start_time)
        report = StartReport(lambda: _lines(model, values, start, first))
    live = LiveRun(model, settings, scales, run, values, dict(origin.parameters or {}), record)
    live.ended = ended
    first.append(live.begin())
    return Simulation(model, live, origin, report, rate)


def _lines(
    model: PreparedModel, values: Values, start: Begun, first: list[Floats]
) -> list[StartLine]:
    there = start.there or (first[0], np.full(len(start.reached.x), np.nan))
    return start.reached.report(model.translation, values, there)
