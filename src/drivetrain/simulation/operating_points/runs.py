"""Reach an operating point by a run: its start, given values, or an instant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import SimulationError
from drivetrain.kernel.binding import Solver, Status
from drivetrain.simulation.diagnostics.failures import ending, explain
from drivetrain.simulation.diagnostics.stuck_starts import check_locked_starts
from drivetrain.simulation.kernel_solver import make_another, make_solver
from drivetrain.simulation.output_times import SAME_INSTANT, OutputTimes
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, TIME_COLUMN, RowFlag
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.settings import Settings
from drivetrain.simulation.slopes.reached import Reached

__all__ = ["Starter", "reached", "rows_at"]

Floats = NDArray[np.float64]

_ROWS = 4096


class Starter:
    """Finds starts of a model; runs that differ in parameters only share a solver.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    """

    def __init__(self, prepared: PreparedModel) -> None:
        self._prepared = prepared
        self._latest: tuple[Solver, Values, Settings] | None = None

    def start(self, settings: Settings, values: Values) -> Reached:
        """Return the first instant of a run.

        Raises
        ------
        InitialisationError, SimulationError
            If there is no consistent start.
        """
        prepared = self._prepared
        starts = prepared.starts
        said = starts.said(values)
        solver = self._solver(settings, values)
        found, _ = starts.find(values, said, settings, solver)
        status = solver.initialise(found.x, said.discrete)
        if status.failed:
            raise SimulationError(_why(prepared, solver, status))
        check_locked_starts(prepared.translation, values, solver)
        return Reached(solver, solver.last, values)

    def _solver(self, settings: Settings, values: Values) -> Solver:
        """Return a solver of its own for this run, derived from the latest one if possible."""
        t, starts = self._prepared.translation, self._prepared.starts
        latest = self._latest
        said = starts.said(values)
        if latest is not None and latest[2] == settings and said is starts.own:
            solver, known, _ = latest
            if values is known:
                return solver.again()
            if np.array_equal(values.tables, known.tables):
                return make_another(solver, t, values)
        scales = starts.scales(values, said, settings.tolerance)
        solver = make_solver(t, values, settings, scales, with_relations=True)
        if said is starts.own:
            self._latest = solver, values, settings
        return solver


@contextmanager
def reached(
    prepared: PreparedModel, settings: Settings, values: Values, at: float, before: bool = False
) -> Iterator[Reached]:
    """Run a model to an instant.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Settings of the run, whose events are those of any run with these settings.
    values : Values
        Parameters and start values.
    at : float
        Instant, s.
    before : bool
        Whether the side before an event at that instant is wanted, rather than behind it.

    Raises
    ------
    SimulationError
        If the run fails or ends before that instant.
    """
    with rows_at(prepared, settings, values, np.array([at])) as (solver, (sides,)):
        yield Reached(solver, sides[0 if before else -1], values)


@contextmanager
def rows_at(
    prepared: PreparedModel, settings: Settings, values: Values, instants: Floats
) -> Iterator[tuple[Solver, list[tuple[Floats, ...]]]]:
    """Run a model to several instants.

    Parameters
    ----------
    prepared, settings, values
        As for :func:`reached`.
    instants : float array
        Instants, s, ascending.

    Yields
    ------
    Solver
        With the parameters of the run.
    list of tuple of float array
        For each instant one row; or both sides of an event there.

    Raises
    ------
    SimulationError
        If the run fails or ends before the last instant.
    """
    t, starts = prepared.translation, prepared.starts
    said = starts.said(values)
    scales = starts.scales(values, said, settings.tolerance)
    points = _with_points(settings, instants)
    end = instants[-1] + _rounding(settings, instants[-1])
    with make_solver(t, values, points, scales, with_relations=True) as solver:
        found, _ = starts.find(values, said, settings, solver)
        status = solver.initialise(found.x, said.discrete)
        pieces: list[Floats] = []
        status = status if status.failed else Status.MORE
        while status is Status.MORE and not (pieces and pieces[-1][-1, TIME_COLUMN] > end):
            more, status = solver.advance(_ROWS)
            pieces += [_near(more, instants, settings)] * bool(len(more))
        rows = np.vstack(pieces) if pieces else np.empty((0, solver.written_length))
        sides = [_sides(rows, at, _rounding(settings, at)) for at in instants.tolist()]
        if not all(sides):
            raise SimulationError(_why(prepared, solver, status))
        yield solver, sides


def _rounding(settings: Settings, at: float) -> float:
    """Return the difference within which two instants are one."""
    return float(SAME_INSTANT * np.spacing(max(abs(at), abs(settings.start_time))))


def _with_points(settings: Settings, instants: Floats) -> Settings:
    """Return the settings with rows at some instants, and one behind them to end the run at."""
    last = float(instants[-1])
    behind = last + 2 * _rounding(settings, last)
    points = np.append(instants, behind)
    inside = points[(points > settings.start_time) & (points < settings.stop_time)]
    return replace(settings, interval=inf, output_times=OutputTimes(np.unique(inside)))


def _near(rows: Floats, instants: Floats, settings: Settings) -> Floats:
    """Return the rows at the instants, and the last one."""
    time = rows[:, TIME_COLUMN]
    place = np.clip(np.searchsorted(instants, time), 1, len(instants)) - 1
    after = np.minimum(place + 1, len(instants) - 1)
    distance = np.minimum(np.abs(time - instants[place]), np.abs(time - instants[after]))
    rounding = SAME_INSTANT * np.spacing(np.maximum(np.abs(time), abs(settings.start_time)))
    kept = distance <= 2 * rounding
    kept[-1:] = True
    return np.asarray(rows[kept])


def _sides(rows: Floats, at: float, rounding: float) -> tuple[Floats, ...]:
    """Return the row at an instant, or both sides of an event there; nothing if there is none."""
    there = rows[np.abs(rows[:, TIME_COLUMN] - at) <= rounding]
    before = there[there[:, FLAG_COLUMN] == RowFlag.LEFT]
    return (before[0], there[-1]) if len(before) else tuple(there[-1:])


def _why(prepared: PreparedModel, solver: Solver, status: Status) -> str:
    ended = ending(prepared.translation, solver.failure)
    return ended or explain(prepared.translation, solver, status)
