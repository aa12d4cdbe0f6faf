"""Where a cycle is sought: a run that leads to it, its period, and an instant to begin at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import AnalysisError, SimulationError
from drivetrain.kernel.binding import Status
from drivetrain.kernel.stepped_run import SteppedRun
from drivetrain.simulation.cycles.period_runs import PeriodRuns
from drivetrain.simulation.cycles.variables import Variable
from drivetrain.simulation.diagnostics.failures import ending, explain
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.runs.origin import Restart
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import begun, made_again
from drivetrain.simulation.runs.saved_instant import Placed, SavedInstant, saved
from drivetrain.simulation.settings import Settings

__all__ = ["after_result", "after_start", "away_from_events", "passing", "recurrence"]

Floats = NDArray[np.float64]

_POINTS = 2048
_APART, _BACK = 0.5, 0.3
"""Distances from the beginning, in sizes of the states, of what has gone away, and returned."""
_LONGER = (1.0, 2.0, 8.0)
_STILL = 1e-6
"""Motion of a state that counts as none, relative to its nominal value."""
_CLEAR = 0.25
"""Part of the longest time without events that has to lie between a beginning and any event."""


def after_start(prepared: PreparedModel, settings: Settings, values: Values) -> SavedInstant:
    """Run a model from its start to the stop time, and save it there.

    Raises
    ------
    InitialisationError, SimulationError
        If there is no start, or the run fails.
    """
    found = begun(prepared, settings, values)
    with found.solver:
        if found.ended:
            raise SimulationError(f"the run ends where it starts: {found.ended}")
        run = SteppedRun(found.solver)
        for instant in (settings.start_time, settings.stop_time):
            status = run.go(instant)
            if status is not Status.DONE:
                t = prepared.translation
                raise SimulationError(
                    ending(t, found.solver.failure) or explain(t, found.solver, status)
                )
        return saved(run, settings.stop_time + (settings.stop_time - settings.start_time) + 1.0)


def after_result(prepared: PreparedModel, restart: Restart) -> SavedInstant:
    """Make the run of a result again up to an instant, and save it there."""
    run, _ = made_again(prepared, restart)
    settings = restart.origin.settings
    with run.solver:
        return saved(run, max(restart.time, settings.stop_time) + 1.0)


def point_of(runs: PeriodRuns, at: SavedInstant) -> Placed:
    """Return a saved instant as the beginning of a run."""
    return Placed(at, at.row[runs.parts.states], at.row[runs.parts.discrete])


def recurrence(runs: PeriodRuns, at: SavedInstant, span: float) -> float:
    """Return the time after which a motion comes back to about where it was, s.

    Parameters
    ----------
    runs : PeriodRuns
        Makes the run.
    at : SavedInstant
        Where it begins.
    span : float
        How long it is observed at first, s; up to eight times as long if it does not come back.

    Raises
    ------
    AnalysisError
        If it does not come back, or nothing moves.
    """
    for longer in _LONGER:
        times = at.time + longer * span * np.arange(1, _POINTS + 1) / (_POINTS + 1)
        rows = runs.rows(point_of(runs, at), at.time + longer * span, times)
        values = np.vstack([at.row[runs.parts.states], rows[:, runs.parts.states]])
        found = _first_return(_distances(runs, values))
        if found is not None:
            return float(times[found] - at.time)
    raise AnalysisError(
        f"within {_LONGER[-1] * span:g} s the motion does not come back to about where it was: "
        "give an estimate of the period, as period=… with phase=…, or a guess that is closer to "
        "the cycle"
    )


def _distances(runs: PeriodRuns, values: Floats) -> Floats:
    """Return how far states are from the first ones, in their sizes."""
    acting = runs.prepared.translation.active_states
    nominal = (runs.scales.atol / runs.scales.rtol)[acting]
    values = values[:, acting]
    size = 0.5 * (values.max(axis=0) - values.min(axis=0))
    moves = size > _STILL * nominal
    if not moves.any():
        raise AnalysisError(
            "nothing moves in the run that leads to the cycle: give a guess that moves, such as "
            "guess={'mass.w': 1.0}, or a result"
        )
    away: Floats = (np.abs(values[1:] - values[0])[:, moves] / size[moves]).max(axis=1)
    return away


def _first_return(distance: Floats) -> int | None:
    """Return the place of the first minimum nearby after going away; None: there is none."""
    gone = np.flatnonzero(distance > _APART)
    if not len(gone):
        return None
    inner = distance[1:-1]
    lowest = (inner < _BACK) & (inner <= distance[:-2]) & (inner <= distance[2:])
    back = 1 + np.flatnonzero(lowest)
    back = back[back > gone[0]]
    return int(back[0]) if len(back) else None


def away_from_events(runs: PeriodRuns, at: SavedInstant, period: float) -> SavedInstant:
    """Return an instant within the next period that is far from events.

    There the period map is smooth, as long as no event wanders across it.
    """
    passage = runs.passage(point_of(runs, at), at.time + period)
    if not len(passage.events):
        return at
    phases = np.sort(np.mod(passage.events[:, 0, TIME_COLUMN] - at.time, period))
    gaps = np.diff(np.append(phases, phases[0] + period))
    longest = int(np.argmax(gaps))
    nearest = min(float(phases[0]), period - float(phases[-1]))
    if nearest >= _CLEAR * gaps[longest]:
        return at
    middle = float(np.mod(phases[longest] + 0.5 * gaps[longest], period))
    if middle == 0.0:
        return at
    return runs.moved(point_of(runs, at), at.time + middle, period)


def passing(
    runs: PeriodRuns, at: SavedInstant, period: float, variable: Variable, value: float
) -> SavedInstant:
    """Return the instant within the next period at which a variable passes a value.

    Of several ones it is that at which it changes fastest.

    Raises
    ------
    AnalysisError
        If there is none.
    """
    times = at.time + period * np.arange(1, _POINTS) / _POINTS
    rows = runs.rows(point_of(runs, at), at.time + period, times)
    values = variable.many(runs.solver, rows)
    beyond = values - value
    crosses = np.flatnonzero(beyond[:-1] * beyond[1:] <= 0)
    if not len(crosses):
        raise AnalysisError(
            f"phase=({variable.name!r}, {value:g}): in the run that leads to the cycle it is "
            f"{values.min():.6g} to {values.max():.6g} {variable.unit}; give a value between these"
        )
    k = int(crosses[np.abs(beyond[crosses + 1] - beyond[crosses]).argmax()])
    step = beyond[k + 1] - beyond[k]
    part = -beyond[k] / step if step else 0.5
    return runs.moved(
        point_of(runs, at), float(times[k] + part * (times[k + 1] - times[k])), period
    )
