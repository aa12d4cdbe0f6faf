"""Remove what locks hold and what rotates freely from the state matrix, exactly.

A locked element leaves states that cannot move, and a shaft that nothing ties to the ground can be
turned without any effect. Both make the state matrix singular, in most cases even defective, so
that eigenvalues which are zero come out as noise of about the square root of the rounding errors.
They are therefore split off before eigenvalues are computed: states that act on nothing first, then
combinations of states.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.analysis.matrices import is_sparse
from drivetrain.analysis.modes.free_motions import free_direction
from drivetrain.errors import AnalysisError

__all__ = ["Reduction", "reduction_of", "without_effect"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]
Matrix = Any

_DEPENDENT = 1e-10
"""Pivot, relative to the largest entry of its row, below which a constraint adds nothing."""
_KEPT = 1e-6
"""Motion against a constraint that counts as rounding, relative to the terms …"""
_FLOOR = 1e-14
"""… or to the largest terms of the matrix: rows of zeros may have come out as rounding."""
_CANCELS = 1e-14
"""Sum of terms, relative to these, that counts as zero: some rounding errors."""
_STILL = 1e-9
"""Rate of change, relative to its terms, of a motion that changes nothing."""


@dataclass(frozen=True, eq=False)
class _Held:
    """States that follow from others: ``x = basis @ x[kept]``."""

    kept: Ints
    basis: Matrix
    dependent: list[int]


@dataclass(frozen=True, eq=False)
class _Inert:
    """States that act on nothing, not even on themselves."""

    gone: Ints
    kept: Ints
    rows: Matrix

    def expand(self, vectors: Complexes, eigenvalues: Complexes) -> Complexes:
        whole = np.empty((len(self.gone) + len(self.kept), vectors.shape[1]), dtype=complex)
        whole[self.kept] = vectors
        whole[self.gone] = (self.rows @ vectors) / eigenvalues
        return whole

    def expand_left(self, vectors: Complexes) -> Complexes:
        whole = np.zeros((len(self.gone) + len(self.kept), vectors.shape[1]), dtype=complex)
        whole[self.kept] = vectors
        return whole

    def in_all(self, directions: Matrix) -> Matrix:
        return _placed(directions, self.kept, len(self.gone) + len(self.kept))


@dataclass(frozen=True, eq=False)
class _Turned:
    """A combination of states that acts on nothing."""

    direction: Floats
    pivot: int
    row: Floats

    def expand(self, vectors: Complexes, eigenvalues: Complexes) -> Complexes:
        own = (self.row @ vectors) / eigenvalues / self.direction[self.pivot]
        whole = np.insert(vectors, self.pivot, 0.0, axis=0)
        return np.asarray(whole + np.outer(self.direction, own))

    def expand_left(self, vectors: Complexes) -> Complexes:
        others = np.delete(self.direction, self.pivot) / self.direction[self.pivot]
        return np.insert(vectors, self.pivot, -(others @ vectors), axis=0)

    def in_all(self, directions: Matrix) -> Matrix:
        others = np.delete(np.arange(len(self.direction)), self.pivot)
        return _placed(directions, others, len(self.direction))


@dataclass(frozen=True, eq=False)
class Reduction:
    """The state matrix of what is left, and the way back.

    Attributes
    ----------
    matrix : matrix
        State matrix of the states that are left.
    kept : int array
        The states that are left.
    dependent : list of int
        Constraints that follow from others.
    free : matrix, shape (n_states, n_free)
        Directions of free motion, in columns; the later ones are those that are free once the
        earlier ones have been split off, such as steady rotation.
    """

    matrix: Matrix
    kept: Ints
    dependent: list[int]
    free: Matrix
    _held: _Held
    _steps: list[_Inert | _Turned] = field(repr=False)

    @property
    def basis(self) -> Matrix:
        """How all states follow from those that locks leave, shape (n_states, n_left)."""
        return self._held.basis

    @property
    def unlocked(self) -> Ints:
        """The states that locks leave."""
        return self._held.kept

    def expand(self, vectors: Complexes, eigenvalues: Complexes) -> Complexes:
        """Return eigenvectors in all states.

        Parameters
        ----------
        vectors : complex array, shape (n_left, n_modes)
            Right eigenvectors of `matrix`.
        eigenvalues : complex array
            Their eigenvalues, none of which is zero.
        """
        for step in reversed(self._steps):
            vectors = step.expand(vectors, eigenvalues)
        return np.asarray(self._held.basis @ vectors)

    def expand_left(self, vectors: Complexes) -> Complexes:
        """Return left eigenvectors in all states: zero at those that follow from others."""
        for step in reversed(self._steps):
            vectors = step.expand_left(vectors)
        whole = np.zeros((self._held.basis.shape[0], vectors.shape[1]), dtype=complex)
        whole[self._held.kept] = vectors
        return whole


def reduction_of(
    matrix: Matrix, constraints: Matrix, sizes: Floats, *, combined: bool = True,
    resists: Callable[[Floats], bool] | None = None,
) -> Reduction:  # fmt: skip
    """Remove held and free motions from a state matrix.

    Parameters
    ----------
    matrix : matrix, shape (n, n)
        State matrix, dense or sparse.
    constraints : matrix, shape (m, n)
        Combinations of the states that stay zero.
    sizes : float array, shape (n,)
        Typical magnitudes of the states.
    combined : bool
        Whether combinations of states that act on nothing are split off, too.
    resists : callable, optional
        Tells whether something resists a motion of all states; asked where the terms of the matrix
        cancel to so few digits that it may or may not be free.

    Returns
    -------
    Reduction
        Of a matrix without eigenvalues that are zero for one of these reasons.

    Raises
    ------
    AnalysisError
        If the constraints are not kept by the motion.
    """
    held = _held(matrix, constraints, sizes)
    left, kept = _without_held(matrix, held, sizes), held.kept
    steps: list[_Inert | _Turned] = []
    free: list[Matrix] = []

    def is_free(direction: Floats) -> bool:
        whole = _in_all(held, steps, direction[:, None])
        return resists is None or not resists(_columns(whole)[:, 0])

    while True:
        found = _inert(left)
        if found is not None:
            free.append(_in_all(held, steps, _units(found.gone, left)))
            steps.append(found)
            left, kept = left[found.kept][:, found.kept], kept[found.kept]
            continue
        direction = free_direction(left, sizes[kept], is_free) if combined else None
        if direction is None:
            return Reduction(left, kept, held.dependent, _joined(free, matrix), held, steps)
        free.append(_in_all(held, steps, direction[:, None]))
        step, left = _turned(left, direction, sizes[kept])
        steps.append(step)
        kept = np.delete(kept, step.pivot)


def without_effect(matrix: Matrix, free: Matrix) -> Floats:
    """Return the free motions that change no derivative: rotations of shafts, not their speeds.

    Parameters
    ----------
    matrix : matrix, shape (n, n)
        State matrix.
    free : matrix, shape (n, n_free)
        Free motions, in columns.
    """
    columns = _columns(free)
    terms = abs(matrix) @ np.abs(columns)
    still = (np.abs(matrix @ columns) <= _STILL * terms).all(axis=0)
    return np.asarray(columns[:, still])


def _columns(matrix: Matrix) -> Floats:
    return np.asarray(matrix.toarray() if is_sparse(matrix) else matrix)


def _units(places: Ints, like: Matrix) -> Matrix:
    """Return unit vectors in columns."""
    n, count = like.shape[0], len(places)
    if is_sparse(like):
        entries = np.ones(count), (places, np.arange(count))
        return sparse.coo_array(entries, shape=(n, count)).tocsc()
    found = np.zeros((n, count))
    found[places, np.arange(count)] = 1.0
    return found


def _placed(directions: Matrix, places: Ints, n: int) -> Matrix:
    """Return columns with zeros between their rows."""
    if is_sparse(directions):
        entries = directions.tocoo()
        moved = entries.data, (places[entries.row], entries.col)
        return sparse.coo_array(moved, shape=(n, directions.shape[1])).tocsc()
    whole = np.zeros((n, directions.shape[1]))
    whole[places] = directions
    return whole


def _in_all(held: _Held, steps: list[_Inert | _Turned], directions: Matrix) -> Matrix:
    """Return directions of the states that are left in all states."""
    for step in reversed(steps):
        directions = step.in_all(directions)
    return held.basis @ directions


def _joined(columns: list[Matrix], like: Matrix) -> Matrix:
    """Return columns side by side."""
    if not columns:
        return np.zeros((like.shape[0], 0))
    if is_sparse(like):
        return sparse.hstack([sparse.csc_array(one) for one in columns], format="csc")
    return np.hstack(columns)


def _inert(matrix: Matrix) -> _Inert | None:
    """Return the states that act on nothing; None if there are none."""
    n = matrix.shape[0]
    if is_sparse(matrix):
        acting = np.zeros(n, dtype=bool)
        entries = matrix.tocoo()
        acting[entries.col[entries.data != 0]] = True
    else:
        acting = matrix.any(axis=0)
    if acting.all():
        return None
    gone, kept = np.flatnonzero(~acting), np.flatnonzero(acting)
    return _Inert(gone, kept, matrix[gone][:, kept])


def _turned(matrix: Matrix, direction: Floats, sizes: Floats) -> tuple[_Turned, Matrix]:
    """Return a free motion, and the matrix of the states relative to it."""
    pivot = int(np.abs(direction / sizes).argmax())
    others = np.delete(np.arange(len(direction)), pivot)
    share = direction[others] / direction[pivot]
    columns = matrix[:, others]
    row = columns[[pivot]]
    if is_sparse(matrix):
        taken = sparse.csr_array(share[:, None]) @ row
        left = _without_rounding(columns[others] - taken, abs(columns[others]) + abs(taken))
        return _Turned(direction, pivot, row.toarray()[0]), left
    taken = np.outer(share, row[0])
    left = _without_rounding(columns[others] - taken, abs(columns[others]) + abs(taken))
    return _Turned(direction, pivot, row[0]), left


def _without_rounding(matrix: Matrix, terms: Matrix) -> Matrix:
    """Return a matrix in which entries whose terms cancel are exactly zero."""
    if not is_sparse(matrix):
        return np.where(np.abs(matrix) <= _CANCELS * terms, 0.0, matrix)
    kept = (abs(matrix) > _CANCELS * terms).astype(float)
    found = sparse.csr_array(matrix.multiply(kept))
    found.eliminate_zeros()
    return found


def _held(matrix: Matrix, constraints: Matrix, sizes: Floats) -> _Held:
    """Return which states locks leave, and how the others follow from them."""
    n = matrix.shape[0]
    if not constraints.shape[0]:
        basis = sparse.eye_array(n, format="csr") if is_sparse(matrix) else np.eye(n)
        return _Held(np.arange(n), basis, [])
    rows = constraints.toarray() if is_sparse(constraints) else constraints
    held = _eliminated(rows * sizes, n)
    if is_sparse(matrix):
        scale = sparse.diags_array(sizes), sparse.diags_array(1 / sizes[held.kept])
        return _Held(held.kept, (scale[0] @ held.basis @ scale[1]).tocsr(), held.dependent)
    basis = held.basis.toarray() * sizes[:, None] / sizes[held.kept]
    return _Held(held.kept, basis, held.dependent)


def _without_held(matrix: Matrix, held: _Held, sizes: Floats) -> Matrix:
    """Return the state matrix of the states that locks leave."""
    if len(held.kept) == matrix.shape[0]:
        return matrix.tocsr() if is_sparse(matrix) else matrix
    terms = abs(matrix) @ abs(held.basis)
    moved = _without_rounding(matrix @ held.basis, terms)
    left = moved[held.kept]
    _check_kept(moved, held.basis @ left, terms, sizes)
    return left


def _eliminated(constraints: Floats, n: int) -> _Held:
    """Solve constraints for one state each, by Gauss-Jordan elimination with full pivoting."""
    rows = constraints.copy()
    largest = np.abs(rows).max(axis=1, initial=0.0)
    scale = np.where(largest > 0, largest, 1.0)
    pivots: dict[int, int] = {}
    open_rows = list(range(len(rows)))
    while open_rows:
        weights = np.abs(rows[open_rows]) / scale[open_rows, None]
        place, column = divmod(int(weights.argmax()), n)
        row = open_rows[place]
        if weights[place, column] <= _DEPENDENT:
            break
        rows[row] /= rows[row, column]
        factors = rows[:, column].copy()
        factors[row] = 0.0
        rows -= np.outer(factors, rows[row])
        pivots[column] = row
        open_rows.remove(row)
    kept = np.setdiff1d(np.arange(n), list(pivots))
    place_of = np.full(n, -1, dtype=np.int64)
    place_of[kept] = np.arange(len(kept))
    i, j, value = [kept], [place_of[kept]], [np.ones(len(kept))]
    for column, row in pivots.items():
        others = kept[rows[row, kept] != 0]
        i.append(np.full(len(others), column))
        j.append(place_of[others])
        value.append(-rows[row, others])
    entries = np.concatenate(value), (np.concatenate(i), np.concatenate(j))
    basis = sparse.coo_array(entries, shape=(n, len(kept))).tocsr()
    return _Held(kept, basis, sorted(open_rows))


def _check_kept(moved: Matrix, expected: Matrix, magnitude: Matrix, sizes: Floats) -> None:
    """Check that the motion keeps the constraints: ``A Z = Z (A Z)[kept]``."""
    difference = abs(moved - expected)
    if is_sparse(magnitude):
        largest = magnitude.max(axis=1).toarray().ravel()
        off = difference.max(axis=1).toarray().ravel()
    else:
        largest, off = magnitude.max(axis=1, initial=0.0), difference.max(axis=1, initial=0.0)
    floor = _FLOOR * (largest / sizes).max(initial=0.0) * sizes
    if np.any(off > _KEPT * largest + floor):
        raise AnalysisError(
            "the equations do not keep what locked elements hold: linearise at an instant at which "
            "no element locks or breaks away"
        )
