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

__all__ = ["Starter", "reached"]

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
    t, starts = prepared.translation, prepared.starts
    said = starts.said(values)
    scales = starts.scales(values, said, settings.tolerance)
    points = _with_points(settings, at)
    with make_solver(t, values, points, scales, with_relations=True) as solver:
        found, _ = starts.find(values, said, settings, solver)
        status = solver.initialise(found.x, said.discrete)
        rows = np.empty((0, solver.written_length))
        status = status if status.failed else Status.MORE
        while status is Status.MORE and not (len(rows) and rows[-1, TIME_COLUMN] > at):
            more, status = solver.advance(_ROWS)
            rows = np.vstack([rows[-1:], more])
        rows = rows[rows[:, TIME_COLUMN] <= at + _rounding(settings, at)]
        if not len(rows) or abs(rows[-1, TIME_COLUMN] - at) > _rounding(settings, at):
            raise SimulationError(_why(prepared, solver, status))
        yield Reached(solver, _side(rows, before), values)


def _rounding(settings: Settings, at: float) -> float:
    """Return the difference within which two instants are one."""
    return float(SAME_INSTANT * np.spacing(max(abs(at), abs(settings.start_time))))


def _with_points(settings: Settings, at: float) -> Settings:
    """Return the settings with a row at an instant, and one behind it to end the run at."""
    behind = at + 2 * _rounding(settings, at)
    points = [one for one in (at, behind) if settings.start_time < one < settings.stop_time]
    return replace(settings, interval=inf, output_times=OutputTimes(np.array(points)))


def _why(prepared: PreparedModel, solver: Solver, status: Status) -> str:
    ended = ending(prepared.translation, solver.failure)
    return ended or explain(prepared.translation, solver, status)


def _side(rows: Floats, before: bool) -> Floats:
    """Return the last row, or the one before an event at that instant."""
    last: Floats = rows[-1]
    if not before or len(rows) < 2:
        return last
    other: Floats = rows[-2]
    same = other[TIME_COLUMN] == last[TIME_COLUMN] and other[FLAG_COLUMN] == RowFlag.LEFT
    return other if same else last
