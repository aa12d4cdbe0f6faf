"""Scale matrix columns by units that make the entries as similar in size as possible."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.graph.sparse import IntArray
from drivetrain.compiler.graph.union import components

__all__ = ["unit_scales"]

FloatArray = NDArray[np.float64]

_ROUNDING = 0.501
"""Added before rounding down to a power of two: simple fractions lie far from the threshold."""


def unit_scales(row: IntArray, column: IntArray, value: FloatArray, kind: IntArray) -> FloatArray:
    """Return a factor for each column, a power of two that depends on its kind.

    Each model gets units of its own, in which the torques of a turbine and of a wristwatch are
    alike: those in which the logarithms of the entries of a row differ least, in the least-squares
    sense. This is the scaling of [1]_ with a free factor for each row, but only one for all columns
    of a kind, since angles may be compared with angles. If the matrix is given in other units, the
    same products result, up to a factor common to all kinds that share rows.

    Parameters
    ----------
    row, column : int array of shape (entries,)
        Positions.
    value : float array of shape (entries,)
        The entries; zero and NaN are ignored.
    kind : int array of shape (columns,)
        Quantities measured in the same unit, from 0.

    Returns
    -------
    float array of shape (columns,)
        Factor of each column; 1 for the lowest of the kinds that share rows.

    References
    ----------
    .. [1] A. R. Curtis, J. K. Reid, "On the automatic scaling of matrices for Gaussian
       elimination", IMA Journal of Applied Mathematics 10 (1972) 118–124.
    """
    n_kinds = int(kind.max(initial=-1)) + 1
    row, here, size = _mixed(row, kind[column], value)
    if not row.size:
        return np.ones(kind.size)
    n_rows = int(row.max()) + 1
    count = np.bincount(row * n_kinds + here, minlength=n_rows * n_kinds).reshape(n_rows, n_kinds)
    entries = count.sum(axis=1)
    mean = np.bincount(row, weights=size) / entries
    # The normal equations, with the factors of the rows eliminated.
    left = np.diag(count.sum(axis=0)) - count.T @ (count / entries[:, np.newaxis])
    right = np.bincount(here, weights=mean[row] - size, minlength=n_kinds)
    power = np.linalg.lstsq(left, right, rcond=None)[0]
    lowest = components(n_kinds + n_rows, here, row + n_kinds)[:n_kinds]
    return np.asarray(np.exp2(np.floor(power - power[lowest] + _ROUNDING)))[kind]


def _mixed(
    row: IntArray, kind: IntArray, value: FloatArray
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return entries of rows with several kinds: renumbered rows, kinds, logarithms."""
    telling = np.isfinite(value) & (value != 0.0)
    row, kind, value = row[telling], kind[telling], value[telling]
    n_rows = int(row.max(initial=-1)) + 1
    first = np.zeros(n_rows, dtype=np.intp)
    first[row] = kind
    several = np.zeros(n_rows, dtype=np.bool_)
    several[row[kind != first[row]]] = True
    inside = several[row]
    number = np.cumsum(several) - 1
    return number[row[inside]], kind[inside], np.log2(np.abs(value[inside]))
