"""One cycle of a shaft: the whole machine turns evenly, and nothing twists."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import AnalysisError
from drivetrain.simulation.linearisation.linearisation import Linearisation
from drivetrain.simulation.slopes.cycle_slopes import CycleSlopes
from drivetrain.simulation.slopes.point_solver import PointSolver
from drivetrain.simulation.slopes.reached import Reached
from drivetrain.simulation.slopes.slopes import Slopes

__all__ = ["ShaftCycle"]

Floats = NDArray[np.float64]

_PER_REVOLUTION = 144
"""Positions of a shaft in one revolution; harmonics up to half as many cancel exactly."""
_REPEATS = 1e-7
"""Change of a rate over a cycle, relative to its terms, that counts as none."""


class ShaftCycle:
    """One cycle of a shaft, over which derivatives are averaged.

    Parameters
    ----------
    made : Linearisation
        The model.
    shaft : int
        Number of the speed of the shaft.
    revolutions : float
        Length of the cycle, in revolutions of that shaft.
    """

    def __init__(self, made: Linearisation, shaft: int, revolutions: float) -> None:
        self._made, self._shaft, self.revolutions = made, shaft, revolutions
        self._points = PointSolver(made.translation)
        self._positions = max(2, math.ceil(_PER_REVOLUTION * revolutions))

    def averaged(self, reached: Reached, slopes: Slopes) -> tuple[CycleSlopes, list[Floats]]:
        """Return means over the cycle, and the rows they are taken at.

        Parameters
        ----------
        reached : Reached
            The position at which the cycle begins.
        slopes : Slopes
            Derivatives there.

        Raises
        ------
        AnalysisError
            If the machine does not repeat after the cycle, or contacts change within it.
        """
        direction, source = self.rotation(reached, slopes), self._made.source
        length = 2 * np.pi * self.revolutions
        angles = length * np.arange(self._positions + 1) / self._positions
        *rows, last = self._turned(reached, direction, angles)
        mean = source.mean(reached.solver, rows, reached.values)
        end = source.at(reached.solver, last, reached.values)
        found = CycleSlopes(mean, slopes, end, direction, length)
        self._check_repeats(found, reached.row[self._points.states])
        return found, rows

    def turned(self, reached: Reached, slopes: Slopes, angles: Floats) -> list[Floats]:
        """Return rows when the shaft has turned by some angles, rad."""
        return self._turned(reached, self.rotation(reached, slopes), angles)

    def _turned(self, reached: Reached, direction: Floats, angles: Floats) -> list[Floats]:
        row, solver = reached.row, reached.solver
        states = row[self._points.states]
        rows = [self._points.row(solver, row, states + a * direction) for a in angles.tolist()]
        self._check_contacts(rows)
        return rows

    def rotation(self, reached: Reached, slopes: Slopes) -> Floats:
        """Return the change of the states with the angle of the shaft: nothing twists."""
        speed = slopes.variables(np.array([self._shaft]))
        signals = self._made.state_signals
        angles = np.array([unit in ("rad", "m") for unit in signals.units], dtype=bool)
        rates = np.where(angles, slopes.rates.values, 0.0)
        twists = self._made.twists(reached, slopes)
        rates = rates - np.linalg.pinv(twists) @ (twists @ rates) if len(twists) else rates
        turning = float(speed.values[0])
        if not turning:
            raise AnalysisError(
                "the shaft over whose revolutions the steady state is to be averaged stands still: "
                "give its speed, speed={…}"
            )
        return np.asarray(rates / turning)

    def _check_repeats(self, slopes: CycleSlopes, states: Floats) -> None:
        """Refuse an average over what is no cycle."""
        missed = slopes.missed(states)
        place = int(missed.argmax())
        if missed[place] > _REPEATS:
            raise AnalysisError(
                f"what acts on {self._made.state_signals.names[place]} does not repeat after "
                f"{self.revolutions:g} revolutions of the shaft: give the length of its cycle (two "
                "revolutions for an engine of four strokes), or the shaft it depends on"
            )

    def _check_contacts(self, rows: list[Floats]) -> None:
        """Refuse an average over different contacts."""
        contacts = [self._made.contacts.at(row) for row in rows]
        for other in contacts[1:]:
            if np.array_equal(other.values, contacts[0].values):
                continue
            for one, changed in zip(contacts[0], other, strict=True):
                if one.state != changed.state:
                    raise AnalysisError(
                        f"{one.name} changes between {one.state} and {changed.state} within a "
                        "revolution, so there is no steady state to average: look for a periodic "
                        "motion"
                    )
