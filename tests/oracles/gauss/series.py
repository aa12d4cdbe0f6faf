"""Power series of linear motions, and where they first become negative."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import pascal
from scipy.optimize import brentq

__all__ = ["ORDER", "evaluated", "first_negative", "length", "series"]

Floats = NDArray[np.float64]

ORDER: Final = 26
"""Highest power."""
_LAST: Final = 1e-17
"""Size of the last terms beside the largest component."""
_SHIFT: Final = pascal(ORDER + 1, kind="upper").astype(float)
"""Coefficients in ``s − 1`` from those in ``s``."""
_HALVES: Final = 0.5 ** np.arange(ORDER + 1)
_POWERS: Final = np.arange(ORDER + 1.0)


def series(matrix: Floats, start: Floats) -> Floats:
    """Return the coefficients of the solution of ``dz/dt = matrix @ z``, shape (n, ORDER + 1)."""
    found = np.empty((len(start), ORDER + 1))
    found[:, 0] = start
    for k in range(ORDER):
        found[:, k + 1] = matrix @ found[:, k] / (k + 1)
    return found


def length(coefficients: Floats, longest: float) -> float:
    """Return the time over which a series is exact but for rounding, at most `longest`."""
    size = float(np.abs(coefficients[:, 0]).max()) + 1e-300
    for k in (ORDER - 1, ORDER):
        term = float(np.abs(coefficients[:, k]).max())
        if term > 0.0:
            longest = min(longest, float((_LAST * size / term) ** (1.0 / k)))
    return longest


def evaluated(coefficients: Floats, t: float | Floats) -> Floats:
    """Return the values of series at an instant, or at several (last axis)."""
    powers = np.power.outer(np.asarray(t, dtype=float), np.arange(ORDER + 1))
    return np.asarray(coefficients @ powers.T)


def first_negative(coefficients: Floats, end: float) -> float | None:
    """Return the first instant in [0, end] from which on a series is negative, None if none is.

    The series starts positive, or it is zero at the start and its first coefficients that are not
    tell its sign. Zeros are isolated by halving: a sum of magnitudes bounds the series and its
    slope from below, so that none is passed over.
    """
    scaled = coefficients * end**_POWERS
    leading = int(np.argmax(scaled != 0.0))
    if not scaled[leading]:
        return None
    if scaled[leading] < 0.0:
        return 0.0
    lowered = np.zeros_like(scaled)  # a zero at the start is divided out: the sign is the same
    lowered[: ORDER + 1 - leading] = scaled[leading:]
    found = _first_in_unit(lowered, 0)
    return None if found is None else found * end


def _first_in_unit(c: Floats, depth: int) -> float | None:
    rest = np.abs(c[1:]).sum()
    if c[0] > rest:
        return None
    bend = (_POWERS[2:] * np.abs(c[2:])).sum()
    if abs(c[1]) > bend or depth > 40:
        return _monotone_zero(c)
    left = c * _HALVES
    found = _first_in_unit(left, depth + 1)
    if found is not None:
        return found / 2
    found = _first_in_unit(_SHIFT @ left, depth + 1)
    return None if found is None else (1.0 + found) / 2


def _monotone_zero(c: Floats) -> float | None:
    """Return the zero in [0, 1] of a series that falls."""
    if c[0] <= 0.0:
        return 0.0
    if c.sum() > 0.0:
        return None
    falling = c[::-1].tolist()

    def value(s: float) -> float:
        total = 0.0
        for factor in falling:
            total = total * s + factor
        return total

    if value(1.0) >= 0.0:
        return 1.0
    return float(brentq(value, 0.0, 1.0, xtol=1e-17, rtol=1e-15))
