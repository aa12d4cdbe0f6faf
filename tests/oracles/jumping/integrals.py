"""Integrals of functions that jump: breakpoints by sampling and bisection, Gauss in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Truth", "true_integral"]

Floats = NDArray[np.float64]
_SAMPLES = (4001, 9787)
_MOST = 400
"""Breakpoints; with more of them an expression is not worth a run."""
_PLACE, _WEIGHT = np.polynomial.legendre.leggauss(6)


class Truth(NamedTuple):
    """What an expression adds up to.

    Attributes
    ----------
    integral : float
        Its integral, with the weight asked for.
    size : float
        That of its absolute value.
    jumps : float
        The sum of the sizes of its jumps.
    breakpoints : int
        How many instants there are at which a part of it changes its branch.
    """

    integral: float
    size: float
    jumps: float
    breakpoints: int


Function = Callable[[Floats], tuple[Floats, Floats]]
"""From instants to values and branches."""


def true_integral(
    function: Function, start: float, end: float, weight: Callable[[Floats], Floats]
) -> Truth | None:
    """Return the integral from start to end, None if two samplings find other breakpoints."""
    found = [_breakpoints(function, np.linspace(start, end, n)) for n in _SAMPLES]
    if any(one is None for one in found) or len(found[0]) != len(found[1]):
        return None
    edges = np.union1d(np.linspace(start, end, 200), found[0])
    half, middle = np.diff(edges) / 2, (edges[1:] + edges[:-1]) / 2
    t = (middle[:, None] + half[:, None] * _PLACE).ravel()
    weights = (half[:, None] * _WEIGHT).ravel() * weight(t)
    values, _ = function(t)
    beside = 1e-13 * max(abs(start), abs(end))
    heights = [function(np.array(found[0]) + side)[0] for side in (-beside, beside)]
    jumps = float(np.abs(heights[1] - heights[0]).sum()) if len(found[0]) else 0.0
    integral, size = float(weights @ values), float(weights @ np.abs(values))
    return Truth(integral, size, jumps, len(found[0]))


def _breakpoints(function: Function, t: Floats) -> Floats | None:
    """Return where branches change, to the last bit; None if there are too many."""
    _, branches = function(t)
    changed = np.flatnonzero(np.any(branches[:, 1:] != branches[:, :-1], axis=0))
    left, right, found = t[changed], t[changed + 1], []
    while len(left):
        if len(left) > _MOST:
            return None
        low, high = left, right
        _, before = function(left)
        for _ in range(60):
            middle = (low + high) / 2
            _, there = function(middle)
            same = np.all(there == before, axis=0)
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        found.append(high)
        _, behind = function(high)
        _, ends = function(right)
        more = np.any(behind != ends, axis=0) & (high < right)
        left, right = high[more], right[more]
        if len(found) > 60:
            return None
    return np.unique(np.concatenate(found)) if found else np.empty(0)
