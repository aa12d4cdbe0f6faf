"""Ranges of speed in which a vibration exceeds its limit, found by interpolation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Violation", "violations_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Violation:
    """Range of speed in which a limit is exceeded.

    Attributes
    ----------
    low, high : float
        Its ends, rad/s, where the vibration crosses the limit, linearly interpolated.
    worst : float
        Speed of the largest utilisation in it, rad/s.
    half_range, limit, transient : float
        Vibration and limits there, in the unit of the limit; `transient` is NaN if there is none.
    points : int
        Number of computed speeds in it.
    is_passable : bool
        Whether the limit for passing through is known and not exceeded.
    at_edge : bool
        Whether it goes on beyond the computed speeds, or beyond those with a limit.
    """

    low: float
    high: float
    worst: float
    half_range: float
    limit: float
    transient: float
    points: int
    is_passable: bool
    at_edge: bool


def violations_of(
    speed: Floats, half_range: Floats, limit: Floats, transient: Floats | None
) -> tuple[Violation, ...]:
    """Return the ranges in which half ranges exceed a limit.

    Parameters
    ----------
    speed : float array
        Speeds, ascending, rad/s.
    half_range, limit : float array
        Vibration and limit at these speeds; where the limit is NaN, nothing is known.
    transient : float array or None
        Limit for passing through.
    """
    above = half_range > limit
    passing = np.full_like(limit, np.nan) if transient is None else transient
    begins = np.flatnonzero(above & ~np.concatenate([[False], above[:-1]]))
    ends = np.flatnonzero(above & ~np.concatenate([above[1:], [False]]))
    excess = half_range - limit
    found = []
    for first, last in zip(begins.tolist(), ends.tolist(), strict=True):
        low, cut_below = _crossing(speed, excess, first, -1)
        high, cut_above = _crossing(speed, excess, last, 1)
        inside = slice(first, last + 1)
        worst = first + int(np.argmax(half_range[inside] / limit[inside]))
        found.append(
            Violation(
                low,
                high,
                float(speed[worst]),
                float(half_range[worst]),
                float(limit[worst]),
                float(passing[worst]),
                last + 1 - first,
                bool((half_range[inside] <= passing[inside]).all()),
                cut_below or cut_above,
            )
        )
    return tuple(found)


def _crossing(speed: Floats, excess: Floats, inner: int, step: int) -> tuple[float, bool]:
    """Return where the excess vanishes next to a speed; the speed itself where nothing is known."""
    outer = inner + step
    if not 0 <= outer < len(speed) or np.isnan(excess[outer]):
        return float(speed[inner]), True
    share = excess[inner] / (excess[inner] - excess[outer])
    return float(speed[inner] + share * (speed[outer] - speed[inner])), False
