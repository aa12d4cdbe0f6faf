"""Instants of events, and the time spent in a mode."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import whole
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.gradients.outcomes.outcome import Outcome, Reading
from drivetrain.gradients.outcomes.values import checked_name
from drivetrain.gradients.sensitivities import Sensitivities
from drivetrain.simulation.results.result import Result

__all__ = ["first", "last", "time_in"]

Value = str | int | bool


@dataclass(frozen=True)
class _Instant(Outcome):
    variable: str
    value: Value
    number: int
    """Of the event: 0 is the first, -1 the last."""
    has_change = True

    @property
    def name(self) -> str:
        which = {0: "first", -1: "last"}.get(self.number, f"{self.number + 1}.")
        return f"{which}({self.variable} → {self.value})"

    @property
    def variables(self) -> tuple[str, ...]:
        return ()

    def unit(self, result: Result) -> str:
        return "s"

    def of(self, result: Result) -> Reading:
        times = result.events.times(self.variable, after=self.value)
        if -len(times) <= self.number < len(times):
            # The last one can be told from others only at the end of the run.
            until = float(times[self.number]) if self.number >= 0 else np.inf
            return Reading(float(times[self.number]), len(times) if self.number < 0 else 0, until)
        return Reading(nan, why=f"{self.variable} becomes {self.value} {len(times)} times")

    def change(self, run: Sensitivities) -> NDArray[np.float64]:
        times = run.result.events.times(self.variable, after=self.value)
        return run.shift(float(times[self.number]))


@dataclass(frozen=True)
class _TimeIn(Outcome):
    variable: str
    value: Value
    has_change = True

    @property
    def name(self) -> str:
        return f"time_in({self.variable} = {self.value})"

    @property
    def variables(self) -> tuple[str, ...]:
        return (self.variable,)

    def unit(self, result: Result) -> str:
        return "s"

    def of(self, result: Result) -> Reading:
        wanted = _number(result, self.variable, self.value)
        is_in = result[self.variable][:-1] == wanted
        span = float(result.time[-1] - result.time[0])
        return Reading(float(np.diff(result.time)[is_in].sum()), size=span)

    def change(self, run: Sensitivities) -> NDArray[np.float64]:
        wanted = _number(run.result, self.variable, self.value)
        is_in = run.result[self.variable][:-1] == wanted
        moves = np.zeros((len(run.time), len(run.parameters)))
        for event in run.events:
            moves[run.time == event.time] = event.by
        return np.asarray(np.diff(moves, axis=0)[is_in].sum(axis=0))


def _number(result: Result, variable: str, value: Value) -> int | bool:
    """Return the number behind the label of a mode."""
    if not isinstance(value, str):
        return value
    labels = {text: number for number, text in result.layout.labels.get(variable, {}).items()}
    labels |= {"true": 1, "false": 0}
    if value not in labels:
        result.match(variable)
        raise NameLookupError(
            f"{value!r} is no value of {variable}{nearest(value, labels)}; there are "
            f"{', '.join(labels)}"
        )
    return labels[value]


def _checked(value: Any, what: str) -> Value:
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.integer):
        return int(value)
    if not isinstance(value, str | int):
        raise UsageError(f"{what}(…, {shown(value)}): give a label such as 'stuck', or a number")
    return value


@explained
def first(variable: str, value: Any, *, nth: int = 1) -> Outcome:
    """Instant at which a variable first takes a value, s; an event, so it is known to the last bit.

    Parameters
    ----------
    variable : str
        Dotted name of an integer or Boolean variable, or of a part.
    value : str, int or bool
        The value, or its label.
    nth : int
        The second time, the third …

    Examples
    --------
    >>> first("clutch.mode", "stuck").name
    'first(clutch.mode → stuck)'
    """
    return _Instant(
        checked_name(variable, "first"), _checked(value, "first"), whole(nth, "nth") - 1
    )


@explained
def last(variable: str, value: Any) -> Outcome:
    """Instant at which a variable takes a value for the last time, s.

    Parameters
    ----------
    variable, value
        As for :func:`first`.
    """
    return _Instant(checked_name(variable, "last"), _checked(value, "last"), -1)


@explained
def time_in(variable: str, value: Any) -> Outcome:
    """Time for which a variable has a value, s.

    Parameters
    ----------
    variable, value
        As for :func:`first`.

    Examples
    --------
    >>> time_in("clutch.mode", "stuck").name
    'time_in(clutch.mode = stuck)'
    """
    return _TimeIn(checked_name(variable, "time_in"), _checked(value, "time_in"))
