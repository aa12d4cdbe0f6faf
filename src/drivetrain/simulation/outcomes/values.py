"""Outcomes that are values of a variable: at the end, at an instant."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import nan
from typing import Literal

import numpy as np

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ParameterError, UsageError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number
from drivetrain.simulation.outcomes.batch import Batch
from drivetrain.simulation.outcomes.outcome import Bound, Found, Outcome, checked_name
from drivetrain.simulation.outcomes.reading import Reading
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import Layout

__all__ = ["At", "Final", "at", "final"]


@dataclass(frozen=True, repr=False)
class OfVariable(Outcome):
    """A value of a variable."""

    variable: str

    @property
    def variables(self) -> tuple[str, ...]:
        """The variable."""
        return (self.variable,)

    def units(self, layout: Layout) -> tuple[str, ...]:
        """Return the unit of the variable."""
        return (layout.units[layout.position(self.variable)],)

    def _size(self, result: Result) -> float:
        """Return the largest absolute value at the recorded points."""
        return float(np.abs(result[self.variable].astype(float)).max())


@dataclass(frozen=True, repr=False)
class Final(OfVariable):
    """Value at the end of the run."""

    @property
    def name(self) -> str:
        """``final(load.w)``."""
        return f"final({self.variable})"

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says."""
        return [Reading(float(result.final[self.variable]), size=self._size(result))]

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        return Bound(self._reduce, self.units(layout), (self.variable,))

    def _reduce(self, batch: Batch) -> Found:
        return Found(batch.values(self.variable, batch.last_rows)[:, np.newaxis])


@dataclass(frozen=True, repr=False)
class At(OfVariable):
    """Value at an instant, s."""

    time: float
    side: str = field(default="after", kw_only=True)

    @property
    def name(self) -> str:
        """``at(load.w, 0.5 s)``."""
        before = "" if self.side == "after" else "before "
        return f"at({self.variable}, {before}{self.time:g} s)"

    @property
    def output_times(self) -> tuple[float, ...]:
        """The instant."""
        return (self.time,)

    def readings(self, result: Result) -> list[Reading]:
        """Return what a run says."""
        if self.time > result.time[-1]:
            return [Reading(nan, why=f"the run ended at {result.time[-1]:g} s")]
        instants = result.events.times()
        before, after = (int(np.searchsorted(instants, self.time, s)) for s in ("left", "right"))
        side: Literal["right", "left"] = "right" if self.side == "after" else "left"
        value = float(result.at(self.time, self.variable, side=side))
        return [Reading(value, (before, after), self.time, self._size(result))]

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        reason = f"the run ended before t = {self.time:g} s"
        return Bound(self._reduce, self.units(layout), (self.variable,), reasons=("", reason))

    def _reduce(self, batch: Batch) -> Found:
        there = batch.at(self.time)
        row = batch.first_where(there)
        if self.side == "after":
            count = np.add.reduceat(there, batch.first, dtype=np.int64)
            row = np.where(row >= 0, row + count - 1, row)
        values = np.where(row >= 0, batch.values(self.variable)[row], np.nan)
        return Found(values[:, np.newaxis], (row < 0).astype(np.uint8))


@explained
def final(variable: str) -> Final:
    """Return the outcome that is the value of a variable at the end of the run.

    Parameters
    ----------
    variable : str
        Dotted name.

    Examples
    --------
    >>> final("load.w").name
    'final(load.w)'
    """
    return Final(checked_name(variable, "final"))


@explained
def at(variable: str, time: Number, *, side: str = "after") -> At:
    """Return the outcome that is the value of a variable at an instant.

    Parameters
    ----------
    variable : str
        Dotted name.
    time : float or quantity
        The instant, s. Runs record it exactly. It is NaN for a run that ended before.
    side : {"after", "before"}
        Side of an event at that instant.

    Raises
    ------
    UsageError
        If it is no instant, or there is no such side.

    Examples
    --------
    >>> at("J1.w", 0.5).name
    'at(J1.w, 0.5 s)'
    """
    if not isinstance(side, str) or side not in ("after", "before"):
        raise UsageError(f"at(side={shown(side)}): give 'after' or 'before'")
    try:
        instant = checked_number(time, "time", "s")
    except ParameterError:
        raise UsageError(f"at(…, {shown(time)}): give an instant in s") from None
    if not np.isfinite(instant):
        raise UsageError(f"at(…, {instant:g}): give a finite instant, s")
    return At(checked_name(variable, "at"), instant, side=side)
