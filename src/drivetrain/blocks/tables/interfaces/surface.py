"""Interpolated surfaces over a rectangular grid, expressed by look-ups of one variable.

The plane is divided into cells, including those outside the grid, on each of which the surface is a
polynomial. The number of the cell follows from two look-ups of steps, each coefficient from one
more: the effort does not depend on the size of the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.blocks.interfaces import step
from drivetrain.errors import TableError, shown
from drivetrain.linear_algebra import matrix_product
from drivetrain.modeling import Expr, constant, floor, maximum, minimum

__all__ = ["Surface"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Surface:
    """A table of two variables.

    Attributes
    ----------
    u1, u2 : float array, shapes (m,) and (n,)
        Grid.
    values : float array, shape (m, n)
        Values at the points.
    smoothness : {"linear_segments", "constant_segments", "continuous_derivative"}
        Interpolation between the points.
    """

    u1: Floats
    u2: Floats
    values: Floats
    smoothness: str

    @classmethod
    def of(cls, rows: Sequence[Sequence[float]], smoothness: str) -> Surface:
        """Return the surface of a table with the grids in its first column and row.

        Raises
        ------
        TableError
            If it is too small or ragged, or if a grid does not increase.
        """
        if np.ndim(rows) != 2 or min(np.shape(rows)) < 2:
            raise TableError(
                f"a table with at least two rows and two columns is needed, found {shown(rows)}"
            )
        table = np.array(rows, dtype=float)
        for name, grid in (("column", table[1:, 0]), ("row", table[0, 1:])):
            if (np.diff(grid) <= 0).any():
                raise TableError(f"the first {name} of the table has to increase, found {grid}")
        return cls(table[1:, 0], table[0, 1:], table[1:, 1:], smoothness)

    def value(self, u1: Any, u2: Any, extrapolation: str) -> Expr:
        """Return the value of the surface at a point."""
        u1, u2 = inward(u1, self.u1, extrapolation), inward(u2, self.u2, extrapolation)
        place1, place2 = Place.of(u1, self.u1), Place.of(u2, self.u2)
        number = place1.interval * (len(self.u2) + 1) + place2.interval
        coefficients = self.coefficients()
        result: Expr = constant(0.0)
        for i, j in product(range(4), repeat=2):
            c = coefficients[:, :, i, j].ravel()
            if c.any():
                term = place1.times_power(step(number, range(len(c)), c.tolist()), i)
                result = result + place2.times_power(term, j)
        return result

    def coefficients(self) -> Floats:
        """Return the coefficients of ``v1**i * v2**j`` in all cells, shape (m+1, n+1, 4, 4)."""
        weights1 = akima_weights(self.u1, self.values)
        weights2 = akima_weights(self.u2, self.values.T)
        slopes1 = weighted(weights1, secants(self.u1, self.values))
        slopes2 = weighted(weights2, secants(self.u2, self.values.T)).T
        crossed = secants(self.u2, secants(self.u1, self.values).T).T
        twist = weighted_both(weights1, tuple(w.T for w in weights2), crossed)
        points = np.block([[self.values, slopes2], [slopes1, twist]])
        laws = [polynomials(grid, self.smoothness) for grid in (self.u1, self.u2)]
        along, across = (law.reshape(-1, law.shape[-1]) for law in laws)
        found = matrix_product(matrix_product(along, points), across.T)
        return found.reshape(-1, 4, len(laws[1]), 4).transpose(0, 2, 1, 3)


@dataclass(frozen=True)
class Place:
    """Position of an abscissa: the number of its interval and the distance from its start."""

    interval: Expr
    offset: Expr

    @classmethod
    def of(cls, u: Expr, grid: Floats) -> Place:
        """Find the interval; 0 lies before the grid and begins at its first point."""
        before = float(grid[0]) - max(1.0, abs(float(grid[0])))
        points = [before, *map(float, grid)]
        begins = [float(grid[0]), *map(float, grid)]
        return cls(step(u, points, range(len(points))), u - step(u, points, begins))

    def times_power(self, factor: Expr, exponent: int) -> Expr:
        """Return the factor times a power of the offset."""
        for _ in range(exponent):
            factor = factor * self.offset
        return factor


def inward(u: Expr, grid: Floats, extrapolation: str) -> Expr:
    """Return an abscissa after applying the extrapolation law."""
    low, high = float(grid[0]), float(grid[-1])
    if low == high or extrapolation == "last_two_points":
        return u
    if extrapolation == "periodic":
        return u - (high - low) * floor((u - low) / (high - low))
    return minimum(high, maximum(low, u))


def polynomials(grid: Floats, smoothness: str) -> Floats:
    """Return the matrices from values and slopes at the points to the polynomials of the intervals.

    Returns
    -------
    float array, shape (n + 1, 4, 2 n)
        For each interval, power of the offset, and value or slope at a point.
    """
    n = len(grid)
    found = np.zeros((n + 1, 4, 2 * n))
    value, slope = np.eye(2 * n)[:n], np.eye(2 * n)[n:]
    width = np.diff(grid)
    found[0, 0], found[n, 0] = value[0], value[-1]
    for k in range(1, n):
        h, a, b = width[k - 1], k - 1, k
        secant = (value[b] - value[a]) / h
        found[k, 0] = value[a]
        if smoothness == "linear_segments":
            found[k, 1] = secant
        elif smoothness == "continuous_derivative":
            found[k, 1] = slope[a]
            found[k, 2] = (3 * secant - 2 * slope[a] - slope[b]) / h
            found[k, 3] = (slope[a] + slope[b] - 2 * secant) / h**2
    if n > 1 and smoothness == "continuous_derivative":
        found[0, 1], found[n, 1] = slope[0], slope[-1]
    elif n > 1:
        found[0, 1] = (value[1] - value[0]) / width[0]
        found[n, 1] = (value[-1] - value[-2]) / width[-1]
    return found


def secants(grid: Floats, values: Floats) -> Floats:
    """Return the secants along the first axis, with two fictitious ones at either end."""
    if len(grid) == 1:
        return np.zeros((4, *values.shape[1:]))
    d = np.diff(values, axis=0) / np.diff(grid)[:, None]
    first, last = (d[0] - d[1], d[-1] - d[-2]) if len(d) > 1 else (0 * d[0], 0 * d[0])
    return np.concatenate([[d[0] + 2 * first, d[0] + first], d, [d[-1] + last, d[-1] + 2 * last]])


def akima_weights(grid: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return the weights of the secants left and right of each point (Akima, J. ACM 17, 1970)."""
    change = np.abs(np.diff(secants(grid, values), axis=0))
    left, right = change[2:], change[:-2]
    total = left + right
    flat = total == 0
    total = np.where(flat, 1.0, total)
    return np.where(flat, 0.5, left / total), np.where(flat, 0.5, right / total)


def weighted(weights: tuple[Floats, ...], d: Floats) -> Floats:
    """Return the mean of the secants left and right of each point."""
    found: Floats = weights[0] * d[1:-2] + weights[1] * d[2:-1]
    return found


def weighted_both(along1: tuple[Floats, ...], along2: tuple[Floats, ...], d: Floats) -> Floats:
    """Return the mean of the four crossed secants around each point (Akima, CACM 17, 1974)."""
    sides = (slice(1, -2), slice(2, -1))
    found: Floats = sum(
        (along1[a] * along2[b] * d[sides[a], sides[b]] for a, b in product(range(2), repeat=2)),
        start=np.zeros(along1[0].shape),
    )
    return found
