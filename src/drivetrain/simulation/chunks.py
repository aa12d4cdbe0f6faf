"""Chunks: the rows of a run as the kernel hands them over, and the row that closes it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.binding import Solver
from drivetrain.simulation.layout import FLAG_COLUMN, TIME_COLUMN, RowFlag

__all__ = ["closing_rows", "joined"]

Floats = NDArray[np.float64]


def closing_rows(solver: Solver, ended: bool, until: float) -> list[Floats]:
    """Return the last row of a run that has not reached its stop time, if it is not yet recorded.

    Parameters
    ----------
    solver : Solver
        After the failure.
    ended : bool
        Whether the model has ended the run; otherwise it could not go on.
    until : float
        Time of the last row recorded, s.
    """
    row, failure = solver.last.reshape(1, -1), solver.failure
    row[0, FLAG_COLUMN] = RowFlag.FINAL
    is_good = failure is not None and failure.accepted and row[0, TIME_COLUMN] > until
    return [row] if ended or is_good else []


def joined(chunks: list[Floats], width: int) -> Floats:
    """Return the rows of all chunks, letting go of each so that memory never holds them twice."""
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
