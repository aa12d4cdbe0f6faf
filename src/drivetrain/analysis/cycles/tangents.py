"""Deviations that are possible: constraints, free motions, and coordinates for what is left."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

__all__ = ["complement", "independent", "without_effect"]

Floats = NDArray[np.float64]

_RANK = 1e-11
"""Singular value that counts as zero, relative to the largest, of rows of unit length."""
_CANCELS = 1e-12
"""Sum of terms that counts as zero, relative to the sum of their magnitudes."""


def complement(rows: Floats, n: int) -> Floats:
    """Return an orthonormal basis of the vectors that are orthogonal to some rows.

    Parameters
    ----------
    rows : float array, shape (m, n)
        May depend on each other.
    n : int
        Length of the vectors.

    Returns
    -------
    float array, shape (n, n - rank)
        Unit vectors, as far as rows are.
    """
    single = np.count_nonzero(rows, axis=1) == 1
    fixed = np.unique(np.nonzero(rows[single])[1])
    left = np.setdiff1d(np.arange(n), fixed)
    others = rows[np.ix_(~single, left)]
    lengths = np.linalg.norm(others, axis=1)
    others = others[lengths > 0] / lengths[lengths > 0, None]
    inner = _null_space(others) if len(others) else np.eye(len(left))
    found = np.zeros((n, inner.shape[1]))
    found[left] = inner
    return found


def independent(columns: Floats) -> Floats:
    """Return an orthonormal basis of what some columns span, shape (n, rank)."""
    left, singular, _ = np.linalg.svd(columns, full_matrices=False)
    kept = singular > _RANK * singular.max(initial=0.0)
    found: Floats = left[:, kept]
    return found


def _null_space(rows: Floats) -> Floats:
    _, singular, right = np.linalg.svd(rows)
    rank = int((singular > _RANK * singular.max(initial=0.0)).sum())
    space: Floats = right[rank:].T
    return space


def without_effect(matrices: Iterable[Floats], n: int) -> Floats:
    """Return the directions that all of some matrices map to zero, as the rotation of a free shaft.

    Parameters
    ----------
    matrices : iterable of float array, shape (m, n)
        What a deviation acts by.
    n : int
        Number of states.

    Returns
    -------
    float array, shape (n, n_free)
        Orthonormal columns; unit vectors where single states act on nothing.
    """
    whole = np.concatenate([np.zeros((0, n)), *matrices])
    whole = whole[np.abs(whole).max(axis=1, initial=0.0) > 0]
    acting = np.abs(whole).max(axis=0, initial=0.0) > 0
    idle, others = np.flatnonzero(~acting), np.flatnonzero(acting)
    found = [np.eye(n)[:, idle]]
    if len(others):
        lengths = np.linalg.norm(whole, axis=1)
        triangle = np.asarray(np.linalg.qr(whole[:, others] / lengths[:, None], mode="r"))
        space = _null_space(triangle)
        inner = np.zeros((n, space.shape[1]))
        inner[others] = space
        found.append(inner[:, _cancels(whole, inner)])
    return np.hstack(found)


def _cancels(whole: Floats, directions: Floats) -> NDArray[np.bool_]:
    """Tell which directions have no effect up to rounding: a soft spring is no free motion."""
    terms = np.abs(whole) @ np.abs(directions)
    return np.asarray((np.abs(whole @ directions) <= _CANCELS * terms).all(axis=0))
