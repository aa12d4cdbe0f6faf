"""Effect of impulses on the speeds of elements that locked or collided.

It is determined by three integrals that only impulses change: of the load of an element, of its
power, and of the acceleration, see `drivetrain.compiler.lower.statements`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Impact", "ImpactColumns", "Impacts", "find_impacts"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Impact:
    """One element whose speed was changed by an impulse at an event.

    Parameters
    ----------
    name : str
        Dotted name of the speed.
    before, after : float
        The speed just before and just after it. If one element has several impacts at one instant,
        only the difference of the two is exact, and the mean weighted by the impulses.
    impulse : float
        Integral of the load over the impact, with the sign of the load.
    unit, impulse_unit : str
        Units of the speeds, and of the impulse.
    """

    name: str
    before: float
    after: float
    impulse: float
    unit: str
    impulse_unit: str

    def __str__(self) -> str:
        """Return ``"stop.w_rel: -10 → 5 rad/s by -7.5 N.m.s"``."""
        speeds = f"{self.before:.6g} → {self.after:.6g} {self.unit}"
        return f"{self.name}: {speeds} by {self.impulse:.6g} {self.impulse_unit}"


class ImpactColumns(NamedTuple):
    """Columns of the integrals of an element, and its names.

    Attributes
    ----------
    name, unit, impulse_unit : str
        The speed, its unit, and that of an impulse.
    impulse, loss, change : int
        Columns of the integrals of load, power and acceleration.
    """

    name: str
    unit: str
    impulse_unit: str
    impulse: int
    loss: int
    change: int


@dataclass(frozen=True, eq=False)
class Impacts:
    """All impacts of some events: parallel arrays, sorted by event."""

    elements: Sequence[ImpactColumns]
    event: Ints
    element: Ints
    before: Floats
    after: Floats
    impulse: Floats

    def take(self, chosen: Bools | Ints, event: Ints | None = None) -> Impacts:
        """Return a selection, with the events renumbered if new numbers of all are given."""
        numbers = self.event if event is None else event
        return Impacts(
            self.elements,
            numbers[chosen],
            self.element[chosen],
            self.before[chosen],
            self.after[chosen],
            self.impulse[chosen],
        )

    def at(self, event: int) -> tuple[Impact, ...]:
        """Return those of one event."""
        return tuple(self._impact(k) for k in np.flatnonzero(self.event == event).tolist())

    def _impact(self, k: int) -> Impact:
        name, unit, impulse_unit, *_ = self.elements[self.element[k]]
        values = float(self.before[k]), float(self.after[k]), float(self.impulse[k])
        return Impact(name, *values, unit, impulse_unit)


def find_impacts(elements: Sequence[ImpactColumns], rows: Floats, left: Ints) -> Impacts:
    """Find the effect of impulses at events.

    Parameters
    ----------
    elements : sequence of ImpactColumns
        Elements that lock or collide.
    rows : float array, shape (n_rows, n_columns)
        Recorded rows.
    left : int array
        Rows with the left limit of an event; the right limit follows.
    """

    def jumps(columns: list[int]) -> Floats:
        at = np.array(columns, dtype=np.int64)
        jumped: Floats = rows[np.ix_(left + 1, at)] - rows[np.ix_(left, at)]
        return jumped

    impulse, loss = jumps([e.impulse for e in elements]), jumps([e.loss for e in elements])
    change = jumps([e.change for e in elements])
    event, element = np.nonzero(impulse)
    one = event, element
    mean = loss[one] / impulse[one]
    before, after = mean - change[one] / 2, mean + change[one] / 2
    return Impacts(elements, event, element, before, after, impulse[one])
