"""Where a branch turns back: the cubic through the parameter at two of its points."""

from __future__ import annotations

import numpy as np

__all__ = ["Turn"]

_REAL = 1e-9
"""Imaginary part of a root that counts as none."""


class Turn:
    """The parameter of a branch between two points, as a cubic of the arc length.

    Parameters
    ----------
    one, other : float
        Its values.
    first, last : float
        Its slopes there, times the arc length between the points.
    """

    def __init__(self, one: float, other: float, first: float, last: float) -> None:
        rise = other - one
        self._terms = (one, first, 3 * rise - 2 * first - last, first + last - 2 * rise)

    @property
    def part(self) -> float:
        """Where between the points it turns back, from 0 to 1; the middle if it does not."""
        _, c1, c2, c3 = self._terms
        roots = np.roots([3 * c3, 2 * c2, c1])
        inner = roots.real[(np.abs(roots.imag) < _REAL) & (roots.real >= 0) & (roots.real <= 1)]
        return float(inner[0]) if len(inner) else 0.5

    def value(self, part: float) -> float:
        """Return the parameter somewhere between the points."""
        c0, c1, c2, c3 = self._terms
        return float(c0 + part * (c1 + part * (c2 + part * c3)))
