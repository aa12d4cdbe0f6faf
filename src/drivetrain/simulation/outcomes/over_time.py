"""Outcomes over the time: extremes, means, integrals, peaks with their instants.

Many runs are read at the output points and on both sides of every event, one result between them as
well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.modeling.argument_types import Number
from drivetrain.simulation.outcomes.batch import Batch
from drivetrain.simulation.outcomes.between_points import highest, integrated
from drivetrain.simulation.outcomes.outcome import (
    Bound,
    Found,
    Outcome,
    Window,
    checked_name,
    checked_window,
    spread_out,
)
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["integral", "maximum", "mean", "minimum", "peak", "rms"]

Floats = NDArray[np.float64]
Span = tuple[Number, Number]


@dataclass(frozen=True, repr=False)
class OverTime(Window, Outcome):
    """A number that is made of all values of a variable."""

    variable: str

    needs_points = True

    @property
    def name(self) -> str:
        """``maximum(shaft.tau)``."""
        window = "" if self.between is None else ", {:g} s … {:g} s".format(*self.between)
        return f"{type(self).__name__.lower()}({self.variable}{window})"

    @property
    def output_times(self) -> tuple[float, ...]:
        """The ends of the window."""
        return self.between or ()

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return the unit of the variable."""
        return (layout.units[layout.position(self.variable)],)

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says, also between its points."""
        end = float(result.time[-1])
        if self.between is not None and self.between[1] > end:
            why = f"the run ended at {end:g} s, before the window did"
            return [Reading(nan, why=why)] * len(self.components)
        until = inf if self.between is None else self.between[1]
        return [one._replace(until=until) for one in self._exact(result)]

    def _exact(self, result: Result) -> list[Reading]:
        raise NotImplementedError

    def recorded(self, result: Result) -> list[float]:
        """Return what the recorded points say."""
        layout, rows = result.layout, result.recording.written
        found: list[float] = self._reduce(Batch(layout, [rows])).values[0].tolist()
        return found

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        reasons: tuple[str, ...] = ("",)
        if self.between is not None:
            reasons = ("", f"the run ended before {self.between[0]:g} s")
        units = self.units(layout)
        return Bound(self._reduce, units, (self.variable,), self.components, reasons)

    def _reduce(self, batch: Batch) -> Found:
        rows, there = self.runs_in(batch)
        if not len(rows):
            return spread_out(np.empty((0, len(self.components))), there, len(batch))
        return spread_out(self._of(rows, rows.values(self.variable)), there, len(batch))

    def _of(self, rows: Batch, values: Floats) -> Floats:
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class OfExtreme(OverTime):
    """A least or greatest value."""

    _sign = 1.0

    def _exact(self, result: Result) -> list[Reading]:
        found = highest(result, self.variable, partial(np.multiply, self._sign), self.between)
        return [Reading(found.value, found.place)]


@dataclass(frozen=True, repr=False)
class Minimum(OfExtreme):
    """Least value."""

    _sign = -1.0

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return rows.reduced(np.minimum, values)


@dataclass(frozen=True, repr=False)
class Maximum(OfExtreme):
    """Greatest value."""

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return rows.reduced(np.maximum, values)


@dataclass(frozen=True, repr=False)
class Peak(OfExtreme):
    """Value of largest magnitude, with its sign, and its instant."""

    components = "value", "time"

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return the units of value and instant."""
        return (*super().units(layout), "s")

    def _exact(self, result: Result) -> list[Reading]:
        found = highest(result, self.variable, np.abs, self.between)
        span = float(result.time[-1] - result.time[0])
        return [Reading(found.value, found.place), Reading(found.time, found.place, size=span)]

    def _of(self, rows: Batch, values: Floats) -> Floats:
        size = np.abs(values)
        largest = rows.reduced(np.maximum, size)
        row = rows.first_where(size == np.repeat(largest, rows.counts))
        found = np.full((len(rows), 2), np.nan)
        there = row >= 0  # not so if a value is NaN
        found[there, 0], found[there, 1] = values[row[there]], rows.time[row[there]]
        return found


@dataclass(frozen=True, repr=False)
class OfIntegral(OverTime):
    """A number that is made of an integral over the time."""

    def _exact(self, result: Result) -> list[Reading]:
        begin, end = self.between or result.time[[0, -1]].tolist()
        return [Reading(self._exactly(result, end - begin))]

    def _exactly(self, result: Result, span: float) -> float:
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class Mean(OfIntegral):
    """Mean over the time."""

    def _exactly(self, result: Result, span: float) -> float:
        if not span > 0:
            return float(result[self.variable][0])
        return integrated(result, self.variable, self.between) / span

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return _per_time(rows, rows.integral(values), values)


@dataclass(frozen=True, repr=False)
class Rms(OfIntegral):
    """Root of the mean square over the time."""

    def _exactly(self, result: Result, span: float) -> float:
        if not span > 0:
            return float(abs(result[self.variable][0]))
        return sqrt(integrated(result, self.variable, self.between, square=True) / span)

    def _of(self, rows: Batch, values: Floats) -> Floats:
        squares = values * values
        return np.asarray(np.sqrt(_per_time(rows, rows.integral(squares), squares)))


@dataclass(frozen=True, repr=False)
class Integral(OfIntegral):
    """Integral over the time."""

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return the unit of the variable times that of the time."""
        (unit,) = super().units(layout)
        return ("s" if unit in ("", "1") else f"{unit}.s",)

    def _exactly(self, result: Result, span: float) -> float:
        return integrated(result, self.variable, self.between)

    def _of(self, rows: Batch, values: Floats) -> Floats:
        return rows.integral(values)


def _per_time(rows: Batch, integral: Floats, values: Floats) -> Floats:
    """Return an integral over the length of the run; the first value if it has none."""
    span = rows.span
    return np.asarray(
        np.where(span > 0, integral / np.where(span > 0, span, 1), values[rows.first])
    )


def _made(kind: Callable[..., Any], variable: str, between: Span | None) -> Any:
    name = checked_name(variable, kind.__name__.lower())
    return kind(name, between=checked_window(between))


@explained
def minimum(variable: str, *, between: Span | None = None) -> Minimum:
    """Return the outcome that is the least value of a variable.

    Parameters
    ----------
    variable : str
        Dotted name. A study reads it at the output points and on both sides of every event; of a
        single run, and for derivatives and fits, the extreme is found between them as well.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Minimum = _made(Minimum, variable, between)
    return made


@explained
def maximum(variable: str, *, between: Span | None = None) -> Maximum:
    """Return the outcome that is the greatest value of a variable.

    Parameters
    ----------
    variable : str
        Dotted name. A study reads it at the output points and on both sides of every event; of a
        single run, and for derivatives and fits, the extreme is found between them as well.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Maximum = _made(Maximum, variable, between)
    return made


@explained
def mean(variable: str, *, between: Span | None = None) -> Mean:
    """Return the outcome that is the mean of a variable over the time.

    Parameters
    ----------
    variable : str
        Dotted name. A study joins the output points and both sides of every event by straight
        lines; of a single run, and for derivatives and fits, the quadrature is exact.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Mean = _made(Mean, variable, between)
    return made


@explained
def rms(variable: str, *, between: Span | None = None) -> Rms:
    """Return the outcome that is the root of the mean square of a variable over the time.

    Parameters
    ----------
    variable : str
        Dotted name. A study joins the squares at the output points and on both sides of every event
        by straight lines; of a single run, and for derivatives and fits, the quadrature is exact.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Rms = _made(Rms, variable, between)
    return made


@explained
def integral(variable: str, *, between: Span | None = None) -> Integral:
    """Return the outcome that is the integral of a variable over the time.

    Parameters
    ----------
    variable : str
        Dotted name. A study joins the output points and both sides of every event by straight
        lines; of a single run, and for derivatives and fits, the quadrature is exact.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Integral = _made(Integral, variable, between)
    return made


@explained
def peak(variable: str, *, between: Span | None = None) -> Peak:
    """Return the outcome that is the value of largest magnitude, and its instant.

    It has two components: ``value``, with its sign, and ``time``, s; ``peak("shaft.tau")["value"]``
    is the value alone.

    Parameters
    ----------
    variable : str
        Dotted name. A study reads it at the output points and on both sides of every event; of a
        single run, and for derivatives and fits, the extreme is found between them as well.
    between : (float, float), optional
        First and last instant, s; the whole run if omitted.
    """
    made: Peak = _made(Peak, variable, between)
    return made
