"""Least squares in a box, also where the matrix has lost rank."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["nearest_in_box"]

Floats = NDArray[np.float64]

_ROUNDING: Final = 1e-13
"""Part of the largest possible product by which a gradient may miss zero."""
_RANK: Final = 1e-12
"""Singular values below this part of the largest count as zero."""


def nearest_in_box(matrix: Floats, target: Floats, low: Floats, high: Floats) -> Floats:
    """Return an x in the box for which ``matrix @ x`` is nearest to the target.

    Parameters
    ----------
    matrix : float array, shape (m, n)
        Of any rank.
    target : float array, shape (m,)
    low, high : float array, shape (n,)
        Bounds, of which some may be infinite; zero lies between them.

    Returns
    -------
    float array, shape (n,)
        ``matrix @ x`` is unique; x is unique if the matrix has full column rank.

    Notes
    -----
    Bounded-variable least squares: P. B. Stark, R. L. Parker, Computational Statistics 10, 1995.
    """
    x = np.zeros(len(low))
    free = np.zeros(len(low), dtype=bool)
    refused = np.zeros(len(low), dtype=bool)
    size = np.linalg.norm(matrix, axis=0) * (np.linalg.norm(target) + 1e-300)
    for _ in range(50 * (len(low) + 1)):
        slope = matrix.T @ (target - matrix @ x)
        grows = (slope > _ROUNDING * size) & (x < high)
        falls = (slope < -_ROUNDING * size) & (x > low)
        gain = np.where((grows | falls) & ~free & ~refused, np.abs(slope) / (size + 1e-300), 0.0)
        if not gain.any():
            return x
        entered = int(np.argmax(gain))
        free[entered] = True
        moved = _towards_minimum(matrix, target, low, high, x, free)
        if np.array_equal(moved, x):  # rounding made the gradient
            refused[entered] = True
        else:
            refused[:] = False
        x = moved
    raise ArithmeticError("least squares in a box came to no end")


def _towards_minimum(
    matrix: Floats, target: Floats, low: Floats, high: Floats, x: Floats, free: NDArray[np.bool_]
) -> Floats:
    """Minimise over the free ones; those that come to a bound stay there and are free no more."""
    x = x.copy()
    while free.any():
        rest = target - matrix @ x
        step = np.zeros(len(x))
        step[free] = np.linalg.lstsq(matrix[:, free], rest, rcond=_RANK)[0]
        with np.errstate(all="ignore"):
            room = np.where(
                step > 0, (high - x) / step, np.where(step < 0, (low - x) / step, np.inf)
            )
        part = float(room.min())
        if part >= 1.0:
            return x + step
        stops = room <= part
        x = x + part * step
        x[stops] = np.where(step > 0, high, low)[stops]
        free &= ~stops
    return x
