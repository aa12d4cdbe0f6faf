"""Outcomes of events: instants of changes, their number, the time in a mode.

An event is a change of a discrete variable; the value at the start is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, nan
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.simulation.outcomes.batch import Batch
from drivetrain.simulation.outcomes.outcome import Bound, Found, Outcome, checked_name
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout, component_of

__all__ = ["count", "first", "last", "nth", "time_in"]

Floats = NDArray[np.float64]
Value = int | bool | str


@dataclass(frozen=True, repr=False)
class OfEvents(Outcome):
    """An outcome of the changes of a discrete variable, or of those in a part."""

    variable: str
    value: Value | None = None
    before: Value | None = field(default=None, kw_only=True)

    _unit = "s"

    @property
    def variables(self) -> tuple[str, ...]:
        """None: events are kept in any case."""
        return ()

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return the unit."""
        return (self._unit,)

    def _times(self, result: Result) -> Floats:
        """Return the instants of the changes."""
        layout, events = result.event_source[0], result.events
        names = _discrete(layout, self.variable)
        new, old = (_of_each(layout, names, self.variable, v) for v in (self.value, self.before))
        empty = [
            name
            for name in names
            if any(n is not None and not len(n) for n in (new[name], old[name]))
        ]
        times = [
            events.times(name, before=self.before, after=self.value)
            for name in names if name not in empty
        ]  # fmt: skip
        return np.unique(np.concatenate([np.empty(0), *times]))

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        names = _discrete(layout, self.variable)
        new, old = (_of_each(layout, names, self.variable, v) for v in (self.value, self.before))

        def reduce(batch: Batch) -> Found:
            rows = [_changes(batch, name, new[name], old[name]) for name in names]
            return self._of(batch, rows[0] if len(rows) == 1 else np.unique(np.concatenate(rows)))

        return Bound(reduce, (self._unit,), tuple(names), reasons=("", self._reason))

    def _of(self, batch: Batch, rows: NDArray[np.int64]) -> Found:
        """Return the outcome, given the rows just after the changes."""
        raise NotImplementedError

    @property
    def _change(self) -> str:
        source = "" if self.before is None else f" from {self.before}"
        target = "" if self.value is None else f" to {self.value}"
        return f"{self.variable} did not change{source}{target}"

    @property
    def _reason(self) -> str:
        return self._change

    @property
    def _told(self) -> str:
        """The change as it is shown in tables."""
        source = "" if self.before is None else f": {self.before}"
        target = "" if self.value is None else f" → {self.value}"
        return f"{self.variable}{source}{target}"


@dataclass(frozen=True, repr=False)
class Nth(OfEvents):
    """Instant of an event."""

    n: int = field(default=1, kw_only=True)

    @property
    def name(self) -> str:
        """``first(clutch.mode → stuck)``."""
        which = {1: "first", -1: "last"}.get(self.n, f"nth {self.n}")
        return f"{which}({self._told})"

    @property
    def _reason(self) -> str:
        times = {1: "", -1: ""}.get(self.n, f" {abs(self.n)} times")
        return self._change + times

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says."""
        times = self._times(result)
        place = self.n - 1 if self.n > 0 else self.n
        if not -len(times) <= place < len(times):
            return [Reading(nan, why=self._reason)]
        # One that is counted from the last can be told from others only at the end of the run.
        until = float(times[place]) if place >= 0 else inf
        return [Reading(float(times[place]), len(times) if place < 0 else 0, until)]

    def _of(self, batch: Batch, rows: NDArray[np.int64]) -> Found:
        begin = np.searchsorted(rows, batch.first)
        end = np.searchsorted(rows, batch.last, side="right")
        place = begin + self.n - 1 if self.n > 0 else end + self.n
        there = (place >= begin) & (place < end)
        times = np.append(batch.time[rows], np.nan)
        values = times[np.where(there, place, len(rows))]
        return Found(values[:, np.newaxis], (~there).astype(np.uint8))

    def __repr__(self) -> str:
        """Return how it was asked for."""
        name = {1: "first", -1: "last"}.get(self.n, "nth")
        told = [repr(self.variable)]
        told += [] if self.value is None else [repr(self.value)]
        told += [] if self.before is None else [f"before={self.before!r}"]
        told += [f"n={self.n}"] if name == "nth" else []
        return f"{name}({', '.join(told)})"


@dataclass(frozen=True, repr=False)
class Count(OfEvents):
    """Number of events."""

    _unit = "1"

    @property
    def name(self) -> str:
        """``count(clutch.mode → stuck)``."""
        return f"count({self._told})"

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says."""
        return [Reading(float(len(self._times(result))))]

    def _of(self, batch: Batch, rows: NDArray[np.int64]) -> Found:
        begin = np.searchsorted(rows, batch.first)
        end = np.searchsorted(rows, batch.last, side="right")
        return Found((end - begin).astype(float)[:, np.newaxis])


@dataclass(frozen=True, repr=False)
class TimeIn(Outcome):
    """Time during which a discrete variable has a value."""

    variable: str
    value: Value

    @property
    def name(self) -> str:
        """``time_in(clutch.mode = stuck)``."""
        return f"time_in({self.variable} = {self.value})"

    @property
    def variables(self) -> tuple[str, ...]:
        """The variable."""
        return (self.variable,)

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return s."""
        return ("s",)

    def holds(self, result: Result) -> NDArray[np.bool_]:
        """Return whether the variable has the value from each recorded point to the next.

        Parameters
        ----------
        result : Result
            The run.
        """
        numbers = _numbers(result.layout, self.variable, self.value)
        return np.asarray(np.isin(result[self.variable][:-1], numbers))

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says."""
        is_in = self.holds(result)
        span = float(result.time[-1] - result.time[0])
        return [Reading(float(np.diff(result.time)[is_in].sum()), size=span)]

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        numbers = _numbers(layout, self.variable, self.value)

        def reduce(batch: Batch) -> Found:
            spent = np.where(np.isin(batch.values(self.variable), numbers), batch.steps, 0.0)
            return Found(batch.reduced(np.add, spent)[:, np.newaxis])

        return Bound(reduce, ("s",), (self.variable,))


def _changes(batch: Batch, name: str, new: Floats | None, old: Floats | None) -> NDArray[np.int64]:
    """Return the rows just after the changes of a variable, in order."""
    values, left = batch.values(name), batch.left
    before, after = values[left], values[left + 1]
    changed = before != after
    if new is not None:
        changed &= np.isin(after, new)
    if old is not None:
        changed &= np.isin(before, old)
    return np.asarray(left[changed] + 1)


def _discrete(layout: Layout, name: str) -> list[str]:
    """Return a discrete variable, or those of a part."""
    if name in layout.positions:
        _check_discrete(layout, name)
        return [name]
    inside = (f"{name}.", f"{name}[")
    discrete = [layout.names[position] for position in layout.discrete.tolist()]
    found = [one for one in discrete if one.startswith(inside)]
    if not found:
        hint = nearest(name, [*discrete, *map(component_of, discrete)])
        raise NameLookupError(f"no integer or Boolean variable belongs to {name!r}{hint}")
    return found


def _check_discrete(layout: Layout, name: str) -> None:
    if layout.kinds[layout.position(name)] == "real":
        raise UsageError(
            f"{name!r} is continuous, so it has no events: name a mode, an integer or a Boolean "
            "variable" + nearest(name, layout.modes)
        )


def _of_each(
    layout: Layout, names: Sequence[str], asked: str, value: Value | None
) -> dict[str, Floats | None]:
    """Return the numbers that a value stands for, for each variable of a part.

    Variables that do not have the value take part with none.
    """
    if value is None:
        return dict.fromkeys(names)
    if names == [asked]:
        return {asked: _numbers(layout, asked, value)}
    found: dict[str, Floats | None] = {}
    refusals = []
    for name in names:
        try:
            found[name] = _numbers(layout, name, value)
        except (NameLookupError, UsageError) as refusal:
            found[name] = np.empty(0)
            refusals.append(refusal)
    if len(refusals) == len(names):
        raise next((r for r in refusals if isinstance(r, NameLookupError)), refusals[0])
    return found


def _numbers(layout: Layout, name: str, value: Value) -> Floats:
    """Return the numbers that a value of a discrete variable stands for."""
    _check_discrete(layout, name)
    kind = layout.kinds[layout.position(name)]
    if kind == "boolean":
        return _truth(name, value)
    labels = layout.labels.get(name, {})
    if isinstance(value, str):
        found = [number for number, label in labels.items() if label == value]
        if not found:
            known = sorted(set(labels.values()))
            raise NameLookupError(
                f"{value!r} is no value of {name}{nearest(value, known)}; there are "
                f"{', '.join(known) or 'numbers only'}"
            )
        return np.array(found, dtype=float)
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise UsageError(f"{name}={shown(value)}: give a whole number or a label")
    if labels and int(value) not in labels:
        raise NameLookupError(f"{value} is no value of {name}; there are {shown(dict(labels))}")
    return np.array([float(value)])


def _truth(name: str, value: Value) -> Floats:
    words: dict[Any, bool] = {"true": True, "false": False, "True": True, "False": False}
    known = value if isinstance(value, bool) else words.get(value)
    if known is None:
        raise UsageError(f"{name}={shown(value)}: it is Boolean, so give True or False")
    return np.array([float(known)])


def _value(given: Any, what: str) -> Value | None:
    """Return a value of a discrete variable as a plain one."""
    if isinstance(given, np.bool_):
        return bool(given)
    if isinstance(given, np.integer):
        return int(given)
    if given is not None and not isinstance(given, (bool, int, str)):
        raise UsageError(f"{what}(…, {shown(given)}): give a label such as 'stuck', or a number")
    return given


def _nth(what: str, variable: str, value: Any, before: Any, n: int) -> Nth:
    given = _value(value, what), _value(before, what)
    return Nth(checked_name(variable, what), given[0], before=given[1], n=n)


@explained
def first(variable: str, value: Value | None = None, *, before: Value | None = None) -> Nth:
    """Return the outcome that is the instant of the first event of a kind, s.

    Parameters
    ----------
    variable : str
        A mode, or another integer or Boolean variable; or a part, for those in it.
    value : int, bool or str, optional
        Value to which it changes, a number or its label (``first("clutch1.mode", "stuck")``); any
        change if omitted. What it is at the start is no event. NaN if it does not happen.
    before : int, bool or str, optional
        Value from which it changes.

    Examples
    --------
    >>> first("clutch.mode", "stuck").name
    'first(clutch.mode → stuck)'
    """
    return _nth("first", variable, value, before, 1)


@explained
def last(variable: str, value: Value | None = None, *, before: Value | None = None) -> Nth:
    """Return the outcome that is the instant of the last event of a kind, s.

    Parameters
    ----------
    variable, value, before
        As for :func:`first`.
    """
    return _nth("last", variable, value, before, -1)


@explained
def nth(variable: str, value: Value | None = None, *, n: int, before: Value | None = None) -> Nth:
    """Return the outcome that is the instant of one of the events of a kind, s.

    Parameters
    ----------
    variable, value, before
        As for :func:`first`.
    n : int
        Its number, 1 for the first; negative ones count from the last, which is -1.

    Raises
    ------
    UsageError
        If the number is 0, or no whole number.
    """
    try:
        number = 0 if isinstance(n, bool) else index(n)
    except TypeError:
        number = 0
    if not number:
        raise UsageError(f"nth(n={shown(n)}): give 1 for the first, 2 …, or -1 for the last")
    return _nth("nth", variable, value, before, number)


@explained
def count(variable: str, value: Value | None = None, *, before: Value | None = None) -> Count:
    """Return the outcome that is the number of events of a kind.

    Parameters
    ----------
    variable, value, before
        As for :func:`first`.
    """
    given = _value(value, "count"), _value(before, "count")
    return Count(checked_name(variable, "count"), given[0], before=given[1])


@explained
def time_in(variable: str, value: Value) -> TimeIn:
    """Return the outcome that is the time during which a discrete variable has a value, s.

    Parameters
    ----------
    variable : str
        A mode, or another integer or Boolean variable.
    value : int, bool or str
        The value, a number or its label.

    Examples
    --------
    >>> time_in("clutch.mode", "stuck").name
    'time_in(clutch.mode = stuck)'
    """
    given = _value(value, "time_in")
    if given is None:
        raise UsageError("time_in(…, None): give a label such as 'stuck', or a number")
    return TimeIn(checked_name(variable, "time_in"), given)
