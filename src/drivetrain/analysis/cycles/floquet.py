"""Floquet multipliers from the transitions between events.

Where an element locks, a deviation loses a dimension, so that one multiplier is exactly zero. In
the product of all transitions this zero drowns in rounding. So each transition is expressed in
coordinates of what is possible before and after it, and the product begins where least is possible.
What is neutral for a known reason is split off first: free rotations, and the shift in time of
cycles that nothing drives from outside [1]_.

References
----------
.. [1] R. Seydel, "Practical Bifurcation and Stability Analysis", 3rd edition, Springer, 2010,
   chapter 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.cycles.tangents import complement

__all__ = ["Leg", "Multipliers", "multipliers"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_NONE = 1e-9
"""Part of a velocity that counts as none, relative to the whole."""
CRITICAL = 1e-6
"""Distance from the unit circle within which a multiplier counts as neither stable nor unstable."""


@dataclass(frozen=True, eq=False)
class Leg:
    """The motion from one event to just after the next one, or to the end of the period.

    Attributes
    ----------
    transition : float array, shape (n, n)
        Deviation at its end per deviation at its beginning.
    held : float array, shape (m, n)
        Combinations of states that locks hold, in rows.
    velocity : float array, shape (n,)
        Rates of the states at its beginning.
    """

    transition: Floats
    held: Floats
    velocity: Floats


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Factors by which deviations from a cycle grow within a period.

    Attributes
    ----------
    values : complex array
        Multipliers that decide about the stability, largest first; those of locks are exactly 0.
    free : tuple of str
        Rotations that nothing resists, whose multiplier is 1.
    phase : bool
        Whether there is another 1, since a cycle that nothing drives can be shifted in time.
    complete : bool
        Whether they decide about the stability: not if the motion remembers more than its states.
    """

    values: Complexes
    free: tuple[str, ...] = ()
    phase: bool = False
    complete: bool = True

    @property
    def all(self) -> Complexes:
        """All multipliers, those that are 1 for a known reason last."""
        known = np.ones(len(self.free) + self.phase, dtype=complex)
        return np.concatenate([self.values, known])

    @property
    def largest(self) -> float:
        """Largest magnitude of those that decide about the stability."""
        return float(np.abs(self.values).max(initial=0.0))

    @property
    def is_stable(self) -> bool:
        """Whether all deviations fade away, as far as is known."""
        return self.complete and self.largest < 1.0 - CRITICAL

    @property
    def is_neutral(self) -> bool:
        """Whether the largest neither grows nor fades, as in a family of cycles."""
        return self.complete and abs(self.largest - 1.0) <= CRITICAL


def multipliers(legs: Sequence[Leg], neutral: Floats, autonomous: bool) -> Complexes:
    """Return the multipliers that decide about the stability.

    Parameters
    ----------
    legs : sequence of Leg
        One period, in order.
    neutral : float array, shape (n, n_free)
        Directions of free motion.
    autonomous : bool
        Whether a shift in time is another neutral direction.
    """
    n = len(neutral)
    bases = [complement(np.concatenate([leg.held, neutral.T]), n) for leg in legs]
    sizes = [basis.shape[1] for basis in bases]
    first = int(np.argmin(sizes))
    order = [(first + k) % len(legs) for k in range(len(legs))]
    product = np.eye(sizes[first])
    for k in order:
        after = bases[(k + 1) % len(legs)]
        product = after.T @ (legs[k].transition @ (bases[k] @ product))
    if autonomous:
        product = _without(product, bases[first].T @ legs[first].velocity, legs[first].velocity)
    found = np.linalg.eigvals(product) if product.size else np.empty(0)
    lost = np.zeros(max(sizes) - min(sizes))
    values = np.concatenate([found, lost]).astype(complex)
    return values[np.lexsort((-values.imag, -values.real, -np.abs(values).round(12)))]


def _without(product: Floats, direction: Floats, whole: Floats) -> Floats:
    """Return a matrix without a direction that it maps to itself."""
    size = np.linalg.norm(direction)
    if size <= _NONE * np.linalg.norm(whole):
        return product
    rest = complement(direction[None, :] / size, len(direction))
    left: Floats = rest.T @ product @ rest
    return left
