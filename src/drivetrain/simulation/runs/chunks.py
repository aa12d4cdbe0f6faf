"""Assembly of a run's rows from the chunks returned by the kernel, and of its last row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver, Status
from drivetrain.simulation.results.column_selection import ColumnSelection
from drivetrain.simulation.results.recording import Recording
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, TIME_COLUMN, Columns, RowFlag

__all__ = ["closing_rows", "joined", "recording_of", "until_violation"]

Floats = NDArray[np.float64]


def closing_rows(solver: Solver, ended: bool, until: float) -> list[Floats]:
    """Return the last row of an incomplete run, if it is not yet recorded.

    Parameters
    ----------
    solver : Solver
        After the failure.
    ended : bool
        Whether the model has terminated the run; otherwise it could not continue.
    until : float
        Time of the last row recorded, s.
    """
    row, failure = solver.last.reshape(1, -1), solver.failure
    row[0, FLAG_COLUMN] = RowFlag.FINAL
    is_good = failure is not None and failure.accepted and row[0, TIME_COLUMN] > until
    return [row] if ended or is_good else []


def until_violation(chunks: list[Floats], solver: Solver) -> list[Floats]:
    """Return the rows of a run before the instant at which an assertion is violated.

    Values before an event at that instant are kept. Points whose values are computed on reading are
    recorded before all of them are known.

    Parameters
    ----------
    chunks : list of float array
        Rows in chronological order.
    solver : Solver
        After the failure.
    """
    failure = solver.failure
    if failure is None or failure.code is not Status.ASSERT:
        return chunks
    return [rows[_is_before(rows, failure.time)] for rows in chunks]


def _is_before(rows: Floats, end: float) -> NDArray[np.bool_]:
    is_point = rows[:, FLAG_COLUMN] == RowFlag.REGULAR
    time = rows[:, TIME_COLUMN]
    return np.asarray(np.where(is_point, time < end, time <= end))


def recording_of(
    rows: Floats, solver: Solver, translation: Translation, picking: ColumnSelection
) -> Recording:
    """Return the recording of a run, whose other columns are computed on demand.

    Parameters
    ----------
    rows : float array
        Rows written by the solver.
    solver : Solver
        Solver of the run; it may be closed later.
    translation : Translation
        The model of the solver.
    picking : ColumnSelection
        Selections of columns requested before.
    """
    if not solver.short_rows:
        return Recording(rows)

    def pick(short: Floats, columns: Columns) -> Floats:
        return solver.select(short, picking.selection(translation, columns, len(short)))

    kernel = translation.kernel
    return Recording(rows, kernel.known_length, solver.complete, pick, kernel.row_length)


def joined(chunks: list[Floats], width: int) -> Floats:
    """Return the rows of all chunks, releasing each so that memory never holds them twice."""
    if len(chunks) == 1:
        return chunks[0]
    rows = np.empty((sum(map(len, chunks)), width))
    at = 0
    chunks.reverse()
    while chunks:
        chunk = chunks.pop()
        rows[at : at + len(chunk)] = chunk
        at += len(chunk)
    return rows
