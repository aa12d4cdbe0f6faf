"""A run made again with other output points, for values between those it has recorded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import ResultError
from drivetrain.kernel.binding import Solver, Status
from drivetrain.simulation.diagnostics.failures import explain
from drivetrain.simulation.kernel_solver import make_solver
from drivetrain.simulation.output_times import SAME_INSTANT, OutputTimes
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import TIME_COLUMN
from drivetrain.simulation.runs.chunks import joined, recording_of
from drivetrain.simulation.runs.interrupts import Interrupts
from drivetrain.simulation.runs.origin import Restart
from drivetrain.simulation.runs.prepared_model import PreparedModel
from drivetrain.simulation.runs.restart import first_row, made_again
from drivetrain.simulation.settings import Settings

__all__ = ["Repetition"]

Floats = NDArray[np.float64]

_Begun = tuple[Solver, list[Floats], Status]
"""A solver, the rows so far, and whether it can go on."""

_ROWS_PER_CALL = 20_000
_ROWS_OF_EVENTS = 200
_NO_LIMIT = 1 << 62
"""Of steps up to the next row: the run itself has had more rows."""


class Repetition:
    """Makes a run again, up to the last instant that is asked for; to the bit the same.

    Parameters
    ----------
    prepared : PreparedModel
        The model.
    settings : Settings
        Settings of the run.
    values : Values
        Parameters, start and nominal values of the run.
    restart : Restart, optional
        Where it begins, if it continues another one.
    """

    def __init__(
        self,
        prepared: PreparedModel,
        settings: Settings,
        values: Values,
        restart: Restart | None = None,
    ) -> None:
        self._prepared, self._settings, self._values = prepared, settings, values
        self._restart = restart

    def __call__(self, instants: Floats) -> Recording:
        """Return rows at the given instants and at events, at least up to the last instant.

        Parameters
        ----------
        instants : float array
            Increasing, within the run.

        Raises
        ------
        ResultError
            If an assertion is violated at an instant, but at none of the run itself.
        KeyboardInterrupt
            After Ctrl-C.
        """
        settings = self._with_points(instants)
        begun = self._begun(settings) if self._restart is None else self._resumed(settings)
        with begun as (solver, rows, status):
            if not status.failed:
                more, status = _rows_until(solver, len(instants), float(instants[-1]))
                rows += more
            written = joined(rows, solver.written_length)
            failure = solver.failure
            if status.failed and failure is not None and failure.time < instants[-1]:
                message = explain(self._prepared.translation, solver, status, rows=written)
                raise ResultError(f"with an output point at one of these instants {message}")
            return recording_of(written, solver, self._prepared.translation, self._prepared.picking)

    @contextmanager
    def _begun(self, settings: Settings) -> Iterator[_Begun]:
        """Return the run at its start."""
        values, starts = self._values, self._prepared.starts
        said = starts.said(values)
        scales = starts.scales(values, said, settings.tolerance)
        with make_solver(
            self._prepared.translation, values, settings, scales, short_rows=True,
            max_steps=_NO_LIMIT, is_whole=True,
        ) as solver:  # fmt: skip
            reached, _ = starts.find(values, said, settings, solver)
            yield solver, [], solver.initialise(reached.x, said.discrete)

    @contextmanager
    def _resumed(self, settings: Settings) -> Iterator[_Begun]:
        """Return the run where it continues another one."""
        assert self._restart is not None
        origin = replace(self._restart.origin, settings=settings)
        run, _ = made_again(self._prepared, Restart(origin, self._restart.time))
        with run.solver as solver:
            yield solver, [first_row(run)], Status.DONE

    def _with_points(self, instants: Floats) -> Settings:
        """Return the settings with these output points, and one behind them to end the run at."""
        last, own = float(instants[-1]), self._settings
        behind = last + 2 * SAME_INSTANT * np.spacing(max(abs(last), abs(own.start_time)))
        points = np.append(instants, behind) if behind < own.stop_time else instants
        return replace(own, interval=inf, output_times=OutputTimes(points))


def _rows_until(solver: Solver, count: int, last: float) -> tuple[list[Floats], Status]:
    """Return the rows of a run up to an instant, and possibly some behind it, and its status."""
    chunks: list[Floats] = []

    def goes_on(rows: Floats) -> bool:
        return not (interrupts.noted or (len(rows) and rows[-1, TIME_COLUMN] > last))

    with Interrupts() as interrupts:
        status, going = Status.MORE, True
        while status is Status.MORE and going:
            capacity = min(count + _ROWS_OF_EVENTS, _ROWS_PER_CALL)
            rows, status = solver.advance(capacity, goes_on=goes_on)
            chunks.append(rows)
            going = goes_on(rows)
        if interrupts.noted:
            raise KeyboardInterrupt
    return chunks, status
