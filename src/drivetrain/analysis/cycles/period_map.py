"""The derivative of the period map: how the end of a period moves with its beginning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.floquet import Leg

__all__ = ["Coordinates", "MapDerivative"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MapDerivative:
    """Derivative of the period map, in units of the sizes of states.

    Attributes
    ----------
    legs : sequence of Leg
        The motion from event to event.
    by_parameter : float array, shape (n,)
        How the end moves with the parameter that is followed, for a given start; with the instant
        and the length of the period, as far as these follow the parameter.
    velocity : float array, shape (n,)
        Rates of the states at the end.
    turning : float array, shape (n, n_turning)
        Directions without any effect: angles of free shafts.
    neutral : float array, shape (n, n_neutral)
        The same, and those whose only effect is of this kind: speeds of free shafts.
    free : tuple of str
        What they are, in words.
    autonomous : bool
        Whether nothing drives the motion from outside: no rate and no event depends on time.
    reason : str
        Why it was made of differences of runs; empty if it follows from variational equations.
    """

    legs: Sequence[Leg]
    by_parameter: Floats
    velocity: Floats
    turning: Floats
    neutral: Floats
    free: tuple[str, ...]
    autonomous: bool
    reason: str = ""

    @cached_property
    def matrix(self) -> Floats:
        """Deviation at the end per deviation at the beginning, shape (n, n)."""
        found = np.eye(len(self.velocity))
        for leg in self.legs:
            found = leg.transition @ found
        return found

    @property
    def kind(self) -> str:
        """``"variational"`` or ``"differences"``."""
        return "differences" if self.reason else "variational"


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Coordinates of the beginnings of a period that are different from each other.

    Attributes
    ----------
    basis : float array, shape (n, m)
        Orthonormal, in units of the sizes of states: neither against what locks hold, nor along
        free rotations.
    sizes : float array, shape (n,)
        Magnitudes of the states.
    """

    basis: Floats
    sizes: Floats

    def of(self, change: Floats) -> Floats:
        """Return the coordinates of a change of states."""
        found: Floats = self.basis.T @ (change / self.sizes)
        return found

    def change(self, coordinates: Floats) -> Floats:
        """Return the change of states with these coordinates."""
        found: Floats = self.sizes * (self.basis @ coordinates)
        return found
