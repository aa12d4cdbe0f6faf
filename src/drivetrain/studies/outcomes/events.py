"""Outcomes of events: instants of changes, their number, the time in a mode.

An event is a change of a discrete variable; the value at the start is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.studies.outcomes.batch import Batch
from drivetrain.studies.outcomes.outcome import Bound, Found, Outcome

__all__ = ["count", "duration", "first", "last", "nth"]

Floats = NDArray[np.float64]
Value = int | bool | str


@dataclass(frozen=True, repr=False)
class OfEvents(Outcome):
    """An outcome of the changes of a discrete variable."""

    name: str
    value: Value | None = None
    before: Value | None = field(default=None, kw_only=True)

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        new = _numbers(layout, self.name, self.value)
        old = _numbers(layout, self.name, self.before)

        def reduce(batch: Batch) -> Found:
            return self._of(batch, _changes(batch, self.name, new, old))

        return Bound(reduce, (self._unit,), (self.name,), reasons=("", self._reason))

    _unit = "s"

    def _of(self, batch: Batch, rows: NDArray[np.int64]) -> Found:
        """Return the outcome, given the rows just after the changes."""
        raise NotImplementedError

    @property
    def _change(self) -> str:
        source = "" if self.before is None else f" from {self.before}"
        target = "" if self.value is None else f" to {self.value}"
        return f"{self.name} did not change{source}{target}"

    @property
    def _reason(self) -> str:
        return self._change


@dataclass(frozen=True, repr=False)
class Nth(OfEvents):
    """Instant of an event."""

    n: int = field(default=1, kw_only=True)

    @property
    def _reason(self) -> str:
        times = {1: "", -1: ""}.get(self.n, f" {abs(self.n)} times")
        return self._change + times

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
        told = [repr(self.name)]
        told += [] if self.value is None else [repr(self.value)]
        told += [] if self.before is None else [f"before={self.before!r}"]
        told += [f"n={self.n}"] if name == "nth" else []
        return f"{name}({', '.join(told)})"


@dataclass(frozen=True, repr=False)
class Count(OfEvents):
    """Number of events."""

    _unit = "1"

    def _of(self, batch: Batch, rows: NDArray[np.int64]) -> Found:
        begin = np.searchsorted(rows, batch.first)
        end = np.searchsorted(rows, batch.last, side="right")
        return Found((end - begin).astype(float)[:, np.newaxis])


@dataclass(frozen=True, repr=False)
class Duration(Outcome):
    """Time during which a discrete variable has a value."""

    name: str
    value: Value

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        numbers = _numbers(layout, self.name, self.value)
        assert numbers is not None

        def reduce(batch: Batch) -> Found:
            spent = np.where(np.isin(batch.values(self.name), numbers), batch.steps, 0.0)
            return Found(batch.reduced(np.add, spent)[:, np.newaxis])

        return Bound(reduce, ("s",), (self.name,))


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


def _numbers(layout: Layout, name: str, value: Value | None) -> Floats | None:
    """Return the numbers that a value of a discrete variable stands for."""
    position = layout.position(name)
    kind = layout.kinds[position]
    if kind == "real":
        raise UsageError(
            f"{name!r} is continuous, so it has no events: name a mode, an integer or a Boolean "
            "variable" + nearest(name, layout.modes)
        )
    if value is None:
        return None
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


@explained
def first(name: str, value: Value | None = None, *, before: Value | None = None) -> Nth:
    """Return the outcome that is the instant of the first event of a kind, s.

    Parameters
    ----------
    name : str
        A mode, or another integer or Boolean variable.
    value : int, bool or str, optional
        Value to which it changes, a number or its label (``first("clutch1.mode", "stuck")``); any
        change if omitted. What it is at the start is no event. NaN if it does not happen.
    before : int, bool or str, optional
        Value from which it changes.
    """
    return Nth(name, value, before=before)


@explained
def last(name: str, value: Value | None = None, *, before: Value | None = None) -> Nth:
    """Return the outcome that is the instant of the last event of a kind, s.

    Parameters
    ----------
    name, value, before
        As for :func:`first`.
    """
    return Nth(name, value, before=before, n=-1)


@explained
def nth(name: str, value: Value | None = None, *, n: int, before: Value | None = None) -> Nth:
    """Return the outcome that is the instant of one of the events of a kind, s.

    Parameters
    ----------
    name, value, before
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
    return Nth(name, value, before=before, n=number)


@explained
def count(name: str, value: Value | None = None, *, before: Value | None = None) -> Count:
    """Return the outcome that is the number of events of a kind.

    Parameters
    ----------
    name, value, before
        As for :func:`first`.
    """
    return Count(name, value, before=before)


@explained
def duration(name: str, value: Value) -> Duration:
    """Return the outcome that is the time during which a discrete variable has a value, s.

    Parameters
    ----------
    name : str
        A mode, or another integer or Boolean variable.
    value : int, bool or str
        The value, a number or its label: ``duration("clutch1.mode", "stuck")``.
    """
    return Duration(name, value)
