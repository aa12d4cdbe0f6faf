"""Outcomes that are values of a variable: at the end, at an instant."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from drivetrain.calls import explained
from drivetrain.compiler.translation import Translation
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import checked_number
from drivetrain.simulation.results.row_layout import Layout
from drivetrain.studies.outcomes.batch import Batch
from drivetrain.studies.outcomes.outcome import Bound, Found, Outcome

__all__ = ["at", "final"]


@dataclass(frozen=True, repr=False)
class Final(Outcome):
    """Value at the end of the run."""

    name: str

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        unit = layout.units[layout.position(self.name)]
        return Bound(self._reduce, (unit,), (self.name,))

    def _reduce(self, batch: Batch) -> Found:
        return Found(batch.values(self.name, batch.last_rows)[:, np.newaxis])


@dataclass(frozen=True, repr=False)
class At(Outcome):
    """Value at an instant, s."""

    name: str
    time: float
    side: str = field(default="after", kw_only=True)

    @property
    def instants(self) -> tuple[float, ...]:
        """The instant."""
        return (self.time,)

    def bound(self, layout: Layout, translation: Translation) -> Bound:
        """Return the outcome of a model."""
        unit = layout.units[layout.position(self.name)]
        reason = f"the run ended before t = {self.time:g} s"
        return Bound(self._reduce, (unit,), (self.name,), reasons=("", reason))

    def _reduce(self, batch: Batch) -> Found:
        there = batch.at(self.time)
        row = batch.first_where(there)
        if self.side == "after":
            count = np.add.reduceat(there, batch.first, dtype=np.int64)
            row = np.where(row >= 0, row + count - 1, row)
        values = np.where(row >= 0, batch.values(self.name)[row], np.nan)
        return Found(values[:, np.newaxis], (row < 0).astype(np.uint8))


@explained
def final(name: str) -> Final:
    """Return the outcome that is the value of a variable at the end of the run.

    Parameters
    ----------
    name : str
        The variable.
    """
    return Final(name)


@explained
def at(name: str, time: Number, *, side: str = "after") -> At:
    """Return the outcome that is the value of a variable at an instant.

    Parameters
    ----------
    name : str
        The variable.
    time : float or quantity
        The instant, s. The run records it exactly. It is NaN for a run that ended before.
    side : {"after", "before"}
        Side of an event at that instant.

    Raises
    ------
    UsageError
        If there is no such side.
    """
    if not isinstance(side, str) or side not in ("after", "before"):
        raise UsageError(f"at(side={shown(side)}): give 'after' or 'before'")
    return At(name, checked_number(time, "at", "s"), side=side)
