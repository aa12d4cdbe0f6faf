"""Instants that are asked for, and the values there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from drivetrain.errors import ParameterError, ResultError, shown
from drivetrain.modeling.argument_values import checked_value
from drivetrain.modeling.expression import Expr
from drivetrain.simulation.results.dense_values import Side
from drivetrain.simulation.results.event_log import EventLog
from drivetrain.simulation.results.row_layout import Layout

__all__ = [
    "RowValues",
    "check_choice",
    "chosen_instants",
    "instants_of",
    "interpolated",
    "shaped",
    "told_apart",
]


def told_apart(asked: float, first: float, last: float) -> tuple[str, str, str]:
    """Return an instant outside a run, and both ends of it, with enough digits to show this."""
    for digits in (6, 9, 12, 15, 17):
        at, begin, end = (f"{time:.{digits}g}" for time in (asked, first, last))
        if not float(begin) <= float(at) <= float(end):
            break
    return at, begin, end


def check_choice(name: str, given: object, choices: tuple[str, ...]) -> None:
    """Refuse what is none of the choices."""
    if not isinstance(given, str) or given not in choices:
        known = " or ".join(map(repr, choices))
        raise ResultError(f"{name}={shown(given)} has no meaning; it is {known}")


def shaped(values: NDArray[Any], instants: NDArray[np.float64]) -> Any:
    """Return values in the shape of the instants; for a single instant a plain number."""
    found = np.reshape(values, instants.shape)
    return found if found.ndim else found.item()


def instants_of(time: ArrayLike) -> NDArray[np.float64]:
    """Return instants as an array, s."""
    try:
        instants = checked_value(time, "t", "s")
    except ParameterError:
        instants = None
    if instants is None or isinstance(instants, Expr):
        raise ResultError(f"t = {shown(time)}: give instants in s, as numbers")
    return np.asarray(instants)


def chosen_instants(at: Any, events: EventLog) -> NDArray[np.float64]:
    """Return instants in s, ascending, each once.

    Parameters
    ----------
    at : array_like, EventLog or "events"
        What was asked for.
    events : EventLog
        All events of the run.
    """
    if isinstance(at, str):
        check_choice("at", at, ("events",))
        at = events
    found = np.array([one.time for one in at]) if isinstance(at, EventLog) else instants_of(at)
    if not found.size:
        raise ResultError(f"at={shown(at)}: there are no instants to linearise at")
    return np.unique(found)


def interpolated(
    time: NDArray[np.float64], values: NDArray[Any], instants: NDArray[np.float64], side: Side
) -> Any:
    """Return values on straight lines between recorded points, or those of the point before.

    Parameters
    ----------
    time, values : array, shape (n,)
        The recorded points.
    instants : float array
        Instants, s.
    side : {"left", "right"}
        Side of events.
    """
    found = np.searchsorted(time, instants, side=side)
    after = np.minimum(found, len(time) - 1).astype(np.int64)
    before = np.clip(found - 1, 0, len(time) - 1).astype(np.int64)
    if values.dtype != np.float64:
        return shaped(values[np.where(time[after] == instants, after, before)], instants)
    width = time[after] - time[before]
    part = np.divide(instants - time[before], width, out=np.zeros_like(instants), where=width > 0)
    between = values[before] + part * (values[after] - values[before])
    return shaped(np.where(part >= 1.0, values[after], between), instants)


@dataclass(frozen=True)
class RowValues(Sequence[Any]):
    """The values of all variables in one row, read on access."""

    layout: Layout
    row: NDArray[np.float64] = field(repr=False)

    def __len__(self) -> int:
        return len(self.layout)

    def __getitem__(self, position: Any) -> Any:
        return self.layout.values(self.row, position)[0].item()
