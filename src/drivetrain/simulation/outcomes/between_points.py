"""Extremes and integrals of a run, also between its recorded points, as exactly as it is known."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import ResultError
from drivetrain.simulation.output_times import SAME_INSTANT
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import FLAG_COLUMN, RowFlag

__all__ = ["Extreme", "Height", "highest", "integrated"]

Floats = NDArray[np.float64]
Height = Callable[[Floats], Floats]
Span = tuple[float, float]

_ROUNDS = 4
_INSIDE = 15
"""Points inside an interval that is searched; each round makes it shorter by a factor of 8."""
_APEX_WIDTH = 1e-2
"""Distance of the points of the parabola at an extreme, beside that of output points."""
_APEX_STEPS = 4
_CELLS = 128
"""Cells between which there are more at events; the nodes of five points are in each."""
_SHORTEST = 1e-12
"""Of a cell, beside the length of the run."""


class Extreme(NamedTuple):
    """An extreme of a variable.

    Attributes
    ----------
    value : float
        The value.
    time : float
        Its instant, s.
    place : hashable
        The number of the stretch between events, whether it is one of its ends, and the sign of the
        value.
    """

    value: float
    time: float
    place: Hashable


def highest(result: Result, variable: str, height: Height, between: Span | None) -> Extreme:
    """Return where a function of a variable is highest.

    Parameters
    ----------
    result : Result
        The run; with its model, one looks between the points.
    variable : str
        Dotted name.
    height : callable
        The function; the first of several highest points counts.
    between : (float, float), optional
        First and last instant, s.

    Raises
    ------
    ResultError
        If these are not recorded, and the result comes without its model.
    """
    result = result if between is None else _recorded_at(result, between)
    time, values = result.time, result[variable].astype(float)
    begins, ends = _segment_ends(result)
    inside = np.arange(len(time))
    if between is not None:
        near = SAME_INSTANT * np.spacing(np.abs(between))
        inside = inside[(time >= between[0] - near[0]) & (time <= between[1] + near[1])]
    row = int(inside[np.argmax(height(values[inside]))])
    is_first, is_last = row == inside[0] and between, row == inside[-1] and between
    best, instant = values[row], time[row]
    side = "begin" if begins[row] or is_first else "end" if ends[row] or is_last else "inside"
    left = instant if begins[row] or is_first else time[row - 1]
    right = instant if ends[row] or is_last else time[row + 1]
    width = right - left
    for _ in range(_ROUNDS if result.is_repeatable and right > left else 0):
        tried = np.linspace(left, right, _INSIDE + 2)[1:-1]
        found = np.asarray(result.at(tried, variable), dtype=float)
        k = int(np.argmax(height(found)))
        if height(found)[k] > height(best):
            best, instant, side = found[k], tried[k], "inside"
        step = tried[1] - tried[0]
        left, right = max(left, instant - step), min(right, instant + step)
    if side == "inside" and result.is_repeatable:
        instant = _apex(result, variable, float(instant), float(width) * _APEX_WIDTH)
    segment = int(np.count_nonzero(begins[: row + 1]))
    return Extreme(float(best), float(instant), (segment, side, bool(best > 0)))


def _recorded_at(result: Result, instants: Span) -> Result:
    """Return the run with output points at some instants."""
    near = SAME_INSTANT * np.spacing(np.abs(instants))
    missing = np.abs(result.time - np.array(instants)[:, None]).min(axis=1) > near
    if not missing.any():
        return result
    if not result.is_repeatable:
        raise ResultError(
            f"between={instants}: this result of {result.model} comes without its model and has no "
            "points there: run the model again"
        )
    return result.resample(output_times=np.union1d(result.time, instants))


def _apex(result: Result, variable: str, instant: float, width: float) -> float:
    """Return the instant at which a parabola through three points around it has its apex.

    It moves smoothly with parameters, as the highest of some points does not.
    """
    found = instant
    begin, end = result.time[[0, -1]]
    for _ in range(_APEX_STEPS):
        around = found + width * np.array([-1.0, 0.0, 1.0])
        if not (begin <= around[0] and around[2] <= end):
            return instant
        low, middle, high = np.asarray(result.at(around, variable), dtype=float)
        bend = high - 2 * middle + low
        if bend == 0 or abs(high - low) > 4 * abs(bend):
            return instant
        found -= width * (high - low) / (2 * bend)
    return found


def _segment_ends(result: Result) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which rows begin and which end a stretch between events."""
    flags = result.recording.written[:, FLAG_COLUMN].astype(int) % 8
    begins = np.isin(flags, (RowFlag.RIGHT, RowFlag.INITIAL))
    ends = np.isin(flags, (RowFlag.LEFT, RowFlag.FINAL))
    begins[0] = ends[-1] = True
    return begins, ends


def integrated(
    result: Result, variable: str, between: Span | None = None, square: bool = False
) -> float:
    """Return the integral of a variable, or of its square, over a run.

    The run is made again with the nodes of Gauss's rule in cells that end at events, so nothing
    jumps within a cell.

    Parameters
    ----------
    result : Result
        The run.
    variable : str
        Dotted name.
    between : (float, float), optional
        First and last instant, s.
    square : bool
        Whether the square is meant.

    Raises
    ------
    ResultError
        If the result comes without its model.
    """
    if not result.is_repeatable:
        raise ResultError(
            f"integral({variable!r}): this result of {result.model} comes without its model, so "
            "nothing is known between its points: run the model again"
        )
    begin, end = result.time[[0, -1]].tolist() if between is None else between
    if not end > begin:
        return 0.0
    events = result.events.times()
    events = events[(events > begin) & (events < end)]
    ends = np.unique([*np.linspace(begin, end, _CELLS + 1), *events])
    keep = np.diff(ends) > _SHORTEST * (end - begin)
    left, width = ends[:-1][keep], np.diff(ends)[keep]
    nodes, weights = np.polynomial.legendre.leggauss(5)
    instants = left[:, None] + width[:, None] * (1 + nodes) / 2
    values = np.asarray(result.at(instants, variable), dtype=float)
    values = values**2 if square else values
    return float(np.sum(values * weights * width[:, None]) / 2)
