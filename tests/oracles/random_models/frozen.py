"""What is frozen between events: modes, and the relations on the left of an event.

The row on the left of an event has the modes before it and its time, which is the first number
beyond the crossing. So a relation may contradict its mode there: near a pole of the tangent, or
where much follows from the small difference of two angles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.status import RowFlag
from drivetrain.simulation.results.result import Result

__all__ = ["before_events", "mode_without_event"]

_INSTANT: Final = 1e-10
"""Instants of events are right to so much, s: rounding may make a crossing of many last bits."""
_EARLIEST: Final = 1e-5
"""Output points are not put closer together than this, s: an event so early is judged as it is."""


def mode_without_event(result: Result) -> str:
    """Name a Boolean or integer that is not as in the row before where no event lies between."""
    kept = np.isin(result.rows[1:, 1], (RowFlag.REGULAR, RowFlag.LEFT))
    for position in result.layout.discrete.tolist():
        name = result.names[position]
        changes = kept & (np.diff(result[name].astype(float)) != 0.0)
        if changes.any():
            return f"{name} changes without an event at t = {result.time[1:][changes][0]:.9g} s"
    return ""


def before_events(
    result: Result, rows: NDArray[np.int64], again: Callable[[float], Result]
) -> Result:
    """Return a result with rows on the left of events replaced by what was just before.

    Parameters
    ----------
    result : Result
        A run.
    rows : array of int
        Which of its rows.
    again : callable
        Makes the same run with another distance of output points, which take no part in the
        choice of steps.
    """
    found = result.rows.copy()
    for k in rows.tolist():
        found[k] = _just_before(result.rows, k, again)
    return Result(result.layout, found, model=result.model, status=result.status)


def _just_before(
    rows: NDArray[np.float64], k: int, again: Callable[[float], Result]
) -> NDArray[np.float64]:
    """Return the row just before the event of row `k`: that row itself if that is not known."""
    end = float(rows[k, 0]) - _INSTANT
    if rows[k - 1, 0] >= end:
        return rows[k - 1]
    if end < _EARLIEST:
        return rows[k]
    others = again(end).rows
    events = [run[run[:, 1] != RowFlag.REGULAR] for run in (rows, others)]
    before = np.flatnonzero(others[:, 0] == end)
    is_same = np.array_equal(*events, equal_nan=True) and len(before) > 0
    return others[before[0]] if is_same else rows[k]
