"""Find combinations of states that act on nothing, such as the rotation of a free shaft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg import lapack
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

from drivetrain.analysis.matrices import is_sparse

__all__ = ["CANCELS", "free_direction"]

Floats = NDArray[np.float64]
Matrix = Any
Judge = Callable[[Floats], bool]
"""Tells whether nothing resists a motion that the matrix leaves in doubt."""

CANCELS = 1e-12
"""Sum of terms that counts as zero, relative to the sum of their magnitudes."""
_CLEAR = 1e-14
"""The same for what needs no second opinion."""
_EXACT = 4e-16
"""The same for directions that need not be refined."""
_SLIGHT = 1e-6
"""Entry of a direction, relative to the largest, that may be a rounding error."""
_FREE = 1e-11
"""Smallest singular value that counts, relative to the largest, of rows of unit length."""
_SMALL = 200
"""States up to which a matrix is decomposed as a whole."""
_BORDER = 24
"""Entries of a border that are not zero."""
_MOST_PER_PART = 8
"""Free motions of states that act on each other."""


def free_direction(matrix: Matrix, sizes: Floats, judge: Judge | None = None) -> Floats | None:
    """Return a direction in which states can be moved without any effect; None if there is none.

    Rows may be scaled at will. A candidate counts only if the terms cancel in each row: a soft
    spring in a stiff machine is no free motion. Where springs meet dampers without an inertia, its
    effect may be lost among the others but for a few digits; then a judge is asked.

    Parameters
    ----------
    matrix : matrix, shape (n, n)
        State matrix.
    sizes : float array, shape (n,)
        Typical magnitudes of the states.
    judge : callable, optional
        Tells whether nothing resists a motion.
    """
    n = matrix.shape[0]
    if not n:
        return None
    if n <= _SMALL:
        dense = matrix.toarray() if is_sparse(matrix) else matrix
        return _by_decomposition(dense, _equilibrating(abs(dense * sizes), sizes), judge)
    whole = sparse.csr_array(matrix)
    sizes = _equilibrating(abs(whole @ sparse.diags_array(sizes)), sizes)
    return _by_borders(whole, sizes, judge)


def _equilibrating(magnitude: Matrix, sizes: Floats) -> Floats:
    """Return magnitudes of the states with which all columns of the matrix count the same [1]_.

    Nominal values of a twist and of an angle are far apart; a free motion that consists of both
    would lose as many digits.

    References
    ----------
    .. [1] D. Ruiz, "A scaling algorithm to equilibrate both rows and columns norms in matrices",
       RAL-TR-2001-034, 2001; a single step of it.
    """
    if is_sparse(magnitude):
        largest = magnitude.max(axis=1).toarray().ravel()
        rows = sparse.diags_array(1.0 / np.where(largest > 0, largest, 1.0)) @ magnitude
        return np.asarray(sizes / rows.max(axis=0).toarray().ravel())
    largest = magnitude.max(axis=1)
    rows = magnitude / np.where(largest > 0, largest, 1.0)[:, None]
    return np.asarray(sizes / rows.max(axis=0))


def _by_decomposition(matrix: Floats, sizes: Floats, judge: Judge | None) -> Floats | None:
    scaled = matrix * sizes
    lengths = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))
    if not lengths.all():
        scaled_rows = scaled[lengths > 0] / lengths[lengths > 0, None]
    else:
        scaled_rows = scaled / lengths[:, None]
        if _is_regular(scaled_rows):
            return None
    space = _null_space(scaled_rows, len(matrix))
    if space is None:
        return None
    for direction in _sparsest(space):
        for least in (_SLIGHT, _FREE):  # with as few states as possible
            refined = _refined(scaled, np.where(np.abs(direction) < least, 0.0, direction))
            if _acts_on_nothing(scaled, refined, sizes, judge):
                return refined * sizes
    return None


def _refined(scaled: Floats, direction: Floats) -> Floats:
    """Return a direction whose terms cancel up to rounding, where its entries are not zero.

    What a weak damper says about it is lost beside stiff springs. With the rows weighted by their
    own terms it counts as much as these.
    """
    terms = abs(scaled) @ np.abs(direction)
    if np.all(np.abs(scaled @ direction) <= _EXACT * terms):
        return direction
    acting = terms > 0
    others = np.flatnonzero(direction)
    others = others[others != np.abs(direction).argmax()]
    rows = scaled[acting] / terms[acting, None]
    change = np.linalg.lstsq(rows[:, others], -(rows @ direction), rcond=None)[0]
    found = direction.copy()
    found[others] += change
    return np.asarray(found)


def _is_regular(rows: Floats) -> bool:
    """Tell whether a square matrix clearly has full rank (QR decomposition with pivoting)."""
    factors = lapack.dgeqp3(rows)[0]
    diagonal = np.abs(np.diagonal(factors))
    return bool(diagonal[-1] > 100 * _FREE * diagonal[0])


def _null_space(rows: Floats, n: int) -> Floats | None:
    if not len(rows):
        return np.eye(n)
    _, singular, right = np.linalg.svd(rows)
    rank = int(np.sum(singular > _FREE * singular.max(initial=0.0)))
    return right[rank:] if rank < n else None


def _acts_on_nothing(scaled: Matrix, direction: Floats, sizes: Floats, judge: Judge | None) -> bool:
    """Tell whether the terms cancel in each row."""
    terms, left = abs(scaled) @ np.abs(direction), np.abs(scaled @ direction)
    if judge is None or np.all(left <= _CLEAR * terms):
        return bool(np.all(left <= CANCELS * terms))
    return bool(np.all(left <= CANCELS * terms)) and judge(direction * sizes)


def _sparsest(basis: Floats) -> Floats:
    """Return vectors of a space that are zero where another of them is the largest.

    In reduced row echelon form, each free motion is one of connected shafts.
    """
    rows = basis.copy()
    for k in range(len(rows)):
        column = int(np.abs(rows[k]).argmax())
        rows[k] /= rows[k, column]
        factors = rows[:, column].copy()
        factors[k] = 0.0
        rows -= np.outer(factors, rows[k])
    largest = np.abs(rows).argmax(axis=1)
    return np.asarray(rows / rows[np.arange(len(rows)), largest][:, None])


def _by_borders(matrix: sparse.csr_array, sizes: Floats, judge: Judge | None) -> Floats | None:
    """Find a null vector of a large matrix by bordering it.

    A matrix of rank n - 1 becomes regular with one more row and column, almost whatever these are.
    Each set of states that act on each other gets as many as it needs.
    """
    scaled = matrix @ sparse.diags_array(sizes)
    lengths = np.sqrt(np.asarray((scaled.multiply(scaled)).sum(axis=1)).ravel())
    rows = sparse.diags_array(1.0 / np.where(lengths > 0, lengths, 1.0)) @ scaled
    _, part = connected_components(rows + rows.T, directed=False)
    count = np.ones(int(part.max()) + 1, dtype=np.int64)
    for _ in range(_MOST_PER_PART):
        solved = _bordered_solutions(rows.tocsr(), part, count)
        if isinstance(solved, int):
            count[solved] += 1
            continue
        vectors, remainders = solved
        return _first_free(scaled, part, count, vectors, remainders, sizes, judge)
    return None


def _bordered_solutions(
    rows: sparse.csr_array, part: Any, count: Any
) -> tuple[Floats, Floats] | int:
    """Solve ``[rows b; c 0] [r; g] = [0; 1]``; return a part that needs more borders instead."""
    n, owner = rows.shape[0], np.repeat(np.arange(len(count)), count)
    below, beside = _border(part, owner, 0), _border(part, owner, 1).T
    whole = sparse.block_array([[rows, beside], [below, None]], format="csc")
    try:
        factors = splu(whole)
    except RuntimeError:
        return int(np.argmax(np.bincount(part)))
    right = np.zeros((n + len(owner), len(owner)))
    right[n:] = np.eye(len(owner))
    found = factors.solve(right)
    if not np.isfinite(found).all() or np.abs(found).max() > 1 / (_FREE * n):
        return int(part[np.abs(np.nan_to_num(found[:n], nan=np.inf)).max(axis=1).argmax()])
    return found[:n], found[n:]


def _border(part: Any, owner: Any, seed: int) -> sparse.csr_array:
    """Return a row for each border, with random entries at some states of its part."""
    random = np.random.default_rng(seed)
    i, j, value = [], [], []
    for k, own in enumerate(owner.tolist()):
        places = np.flatnonzero(part == own)
        chosen = random.choice(places, min(len(places), _BORDER), replace=False)
        i.append(np.full(len(chosen), k))
        j.append(chosen)
        value.append(random.uniform(0.5, 1.5, len(chosen)))
    entries = np.concatenate(value), (np.concatenate(i), np.concatenate(j))
    return sparse.coo_array(entries, shape=(len(owner), len(part))).tocsr()


def _first_free(
    scaled: sparse.csr_array, part: Any, count: Any, vectors: Floats, remainders: Floats,
    sizes: Floats, judge: Judge | None,
) -> Floats | None:  # fmt: skip
    """Return the first combination of solutions that acts on nothing."""
    owner = np.repeat(np.arange(len(count)), count)
    for own in range(len(count)):
        mine = np.flatnonzero(owner == own)
        _, singular, right = np.linalg.svd(remainders[np.ix_(mine, mine)])
        for combination in right[singular <= _FREE * np.abs(vectors).max()]:
            direction = vectors[:, mine] @ combination
            direction[part != own] = 0.0
            direction /= direction[np.abs(direction).argmax()]
            direction[np.abs(direction) < _FREE] = 0.0
            if _acts_on_nothing(scaled, direction, sizes, judge):
                return np.asarray(direction * sizes)
    return None
