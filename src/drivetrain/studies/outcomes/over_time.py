"""Outcomes over the time: extremes, means, integrals, peaks with their instants.

They are read from the output points and from both sides of every event.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.modeling.argument_types import Number
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.studies.outcomes.batch import Batch
from drivetrain.studies.outcomes.outcome import (
    Bound,
    Found,
    Outcome,
    Window,
    checked_window,
    spread_out,
)

__all__ = ["integral", "maximum", "mean", "minimum", "peak", "rms"]

Floats = NDArray[np.float64]
Span = tuple[Number, Number]


@dataclass(frozen=True, repr=False)
class OverTime(Window, Outcome):
    """A number that is made of all values of a variable."""

    name: str

    @property
    def over_time(self) -> bool:
        """Whether it is read from output points: yes."""
        return True

    @property
    def instants(self) -> tuple[float, ...]:
        """The ends of the window."""
        return self.between or ()

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        unit = layout.units[layout.position(self.name)]
        reasons: tuple[str, ...] = ("",)
        if self.between is not None:
            reasons = ("", f"the run ended before {self.between[0]:g} s")
        units, labels = self._components(unit)
        return Bound(self._reduce, units, (self.name,), labels, reasons)

    def _components(self, unit: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (unit,), ("",)

    def _reduce(self, batch: Batch) -> Found:
        rows, there = self.runs_in(batch)
        if not len(rows):
            return spread_out(np.empty((0, len(self._components("")[0]))), there, len(batch))
        return spread_out(self._of(rows, rows.values(self.name)), there, len(batch))

    def _of(self, rows: Batch, values: Floats) -> Floats:
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class Minimum(OverTime):
    """Least value."""

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return rows.reduced(np.minimum, values)


@dataclass(frozen=True, repr=False)
class Maximum(OverTime):
    """Greatest value."""

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return rows.reduced(np.maximum, values)


@dataclass(frozen=True, repr=False)
class Mean(OverTime):
    """Mean over the time."""

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return _per_time(rows, rows.integral(values), values)


@dataclass(frozen=True, repr=False)
class Rms(OverTime):
    """Root of the mean square over the time."""

    def _of(self, rows: Batch, values: Floats) -> Floats:
        squares = values * values
        return np.asarray(np.sqrt(_per_time(rows, rows.integral(squares), squares)))


@dataclass(frozen=True, repr=False)
class Integral(OverTime):
    """Integral over the time."""

    def _components(self, unit: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ("s" if unit in ("", "1") else f"{unit}.s",), ("",)

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return rows.integral(values)


@dataclass(frozen=True, repr=False)
class Peak(OverTime):
    """Value of largest magnitude, with its sign, and its instant."""

    def _components(self, unit: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return (unit, "s"), ("value", "time")

    def _of(self, rows: Batch, values: Floats) -> Floats:
        size = np.abs(values)
        largest = rows.reduced(np.maximum, size)
        row = rows.first_where(size == np.repeat(largest, rows.counts))
        found = np.full((len(rows), 2), np.nan)
        there = row >= 0  # not so if a value is NaN
        found[there, 0], found[there, 1] = values[row[there]], rows.time[row[there]]
        return found


def _per_time(rows: Batch, integral: Floats, values: Floats) -> Floats:
    """Return an integral over the length of the run; the first value if it has none."""
    span = rows.span
    return np.asarray(
        np.where(span > 0, integral / np.where(span > 0, span, 1), values[rows.first])
    )


def _made(kind: Callable[..., Any], name: str, between: Span | None) -> Any:
    return kind(name, between=checked_window(between))


@explained
def minimum(name: str, *, between: Span | None = None) -> Minimum:
    """Return the outcome that is the least value of a variable.

    Parameters
    ----------
    name : str
        The variable. It is read at the output points and on both sides of every event.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Minimum = _made(Minimum, name, between)
    return made


@explained
def maximum(name: str, *, between: Span | None = None) -> Maximum:
    """Return the outcome that is the greatest value of a variable.

    Parameters
    ----------
    name : str
        The variable. It is read at the output points and on both sides of every event.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Maximum = _made(Maximum, name, between)
    return made


@explained
def mean(name: str, *, between: Span | None = None) -> Mean:
    """Return the outcome that is the mean of a variable over the time.

    Parameters
    ----------
    name : str
        The variable; the output points and both sides of every event are joined by straight lines.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Mean = _made(Mean, name, between)
    return made


@explained
def rms(name: str, *, between: Span | None = None) -> Rms:
    """Return the outcome that is the root of the mean square of a variable over the time.

    Parameters
    ----------
    name : str
        The variable; the squares at the output points and on both sides of every event are joined
        by straight lines.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Rms = _made(Rms, name, between)
    return made


@explained
def integral(name: str, *, between: Span | None = None) -> Integral:
    """Return the outcome that is the integral of a variable over the time.

    Parameters
    ----------
    name : str
        The variable; the output points and both sides of every event are joined by straight lines.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Integral = _made(Integral, name, between)
    return made


@explained
def peak(name: str, *, between: Span | None = None) -> Peak:
    """Return the outcome that is the value of largest magnitude, and its instant.

    It has two components: ``value``, with its sign, and ``time``, s.

    Parameters
    ----------
    name : str
        The variable. It is read at the output points and on both sides of every event.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Peak = _made(Peak, name, between)
    return made
