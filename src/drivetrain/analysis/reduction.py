"""Remove what locks hold and what rotates freely from the state matrix, exactly.

A locked element leaves states that cannot move, and a shaft that nothing ties to the ground can be
turned without any effect. Both make the state matrix singular, in most cases even defective, so
that eigenvalues which are zero come out as noise of about the square root of the rounding errors.
They are therefore split off before eigenvalues are computed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import AnalysisError

__all__ = ["Reduction", "reduction_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]

_DEPENDENT = 1e-10
"""Pivot, relative to the largest entry of its row, below which a constraint adds nothing."""
_FREE = 1e-11
"""Smallest singular value that counts, relative to the largest, of rows of unit length."""
_CANCELS = 1e-9
"""Sum of terms that counts as zero, relative to the sum of their magnitudes."""


@dataclass(frozen=True, eq=False)
class _Elimination:
    """States that follow from others: ``x = basis @ x[kept]``."""

    kept: Ints
    basis: Floats


@dataclass(frozen=True, eq=False)
class FreeMotion:
    """A direction in which the states can be moved without any effect.

    Attributes
    ----------
    direction : float array
        Change of the states.
    pivot : int
        State that is split off.
    row : float array
        Derivative of that state, as a function of the states that are left.
    """

    direction: Floats
    pivot: int
    row: Floats

    def expand(self, vector: Complexes, eigenvalue: complex) -> Complexes:
        """Return an eigenvector with the state that was split off."""
        own = (self.row @ vector) / eigenvalue / self.direction[self.pivot]
        whole = np.insert(vector, self.pivot, 0.0)
        return np.asarray(whole + own * self.direction)

    def expand_left(self, vector: Complexes) -> Complexes:
        """Return a left eigenvector with the state that was split off."""
        others = np.delete(self.direction, self.pivot) / self.direction[self.pivot]
        return np.insert(vector, self.pivot, -(others @ vector))


@dataclass(frozen=True, eq=False)
class Reduction:
    """The state matrix of what is left, and the way back.

    Attributes
    ----------
    matrix : float array
        State matrix of the states that are left.
    dependent : list of int
        Constraints that follow from others.
    free : list of float array
        Directions of free motion, in all states; the later ones are those that are free once the
        earlier ones have been split off, such as steady rotation.
    """

    matrix: Floats
    dependent: list[int]
    free: list[Floats]
    _held: _Elimination
    _steps: list[FreeMotion]

    @property
    def basis(self) -> Floats:
        """How all states follow from those that locks leave, shape (n_states, n_left)."""
        return self._held.basis

    def expand(self, vectors: Complexes, eigenvalues: Complexes) -> Complexes:
        """Return eigenvectors in all states.

        Parameters
        ----------
        vectors : complex array, shape (n_left, n_modes)
            Right eigenvectors of `matrix`.
        eigenvalues : complex array
            Their eigenvalues, none of which is zero.
        """
        whole = [
            self._expanded(vector, value)
            for vector, value in zip(vectors.T, eigenvalues.tolist(), strict=True)
        ]
        return np.array(whole, dtype=complex).reshape(len(whole), len(self._held.basis)).T

    def _expanded(self, vector: Complexes, eigenvalue: complex) -> Complexes:
        for step in reversed(self._steps):
            vector = step.expand(vector, eigenvalue)
        return np.asarray(self._held.basis @ vector)

    def expand_left(self, vectors: Complexes) -> Complexes:
        """Return left eigenvectors in all states: zero at those that follow from others."""
        n = len(self._held.basis)
        whole = np.zeros((n, vectors.shape[1]), dtype=complex)
        for k, vector in enumerate(vectors.T):
            for step in reversed(self._steps):
                vector = step.expand_left(vector)
            whole[self._held.kept, k] = vector
        return whole


def reduction_of(matrix: Floats, constraints: Floats, sizes: Floats) -> Reduction:
    """Remove held and free motions from a state matrix.

    Parameters
    ----------
    matrix : float array, shape (n, n)
        State matrix.
    constraints : float array, shape (m, n)
        Combinations of the states that stay zero.
    sizes : float array, shape (n,)
        Typical magnitudes of the states.

    Returns
    -------
    Reduction
        Of a matrix without eigenvalues that are zero for one of these reasons.

    Raises
    ------
    AnalysisError
        If the constraints are not kept by the motion.
    """
    held, dependent = _eliminated(constraints * sizes, len(matrix))
    basis = held.basis * sizes[:, None] / sizes[held.kept]
    held = _Elimination(held.kept, basis)
    left = matrix[held.kept] @ basis
    _check_kept(matrix @ basis, basis @ left, matrix, basis)
    steps: list[FreeMotion] = []
    free: list[Floats] = []
    scale = sizes[held.kept]
    while (direction := _free_direction(left, scale)) is not None:
        step, left, scale = _split_off(left, direction, scale)
        free.append(np.asarray(basis @ _in_all(steps, direction)))
        steps.append(step)
    return Reduction(left, dependent, free, held, steps)


def _eliminated(constraints: Floats, n: int) -> tuple[_Elimination, list[int]]:
    """Solve constraints for one state each, by Gauss-Jordan elimination with full pivoting."""
    rows = constraints.copy()
    largest = np.abs(rows).max(axis=1, initial=0.0)
    pivots: dict[int, int] = {}
    open_rows = set(range(len(rows)))
    while open_rows:
        order = sorted(open_rows)
        weights = np.abs(rows[order]) / np.where(largest[order] > 0, largest[order], 1.0)[:, None]
        place, column = divmod(int(weights.argmax()), weights.shape[1])
        row = order[place]
        if weights[place, column] <= _DEPENDENT:
            break
        rows[row] /= rows[row, column]
        for other in range(len(rows)):
            if other != row:
                rows[other] -= rows[other, column] * rows[row]
        pivots[column] = row
        open_rows.remove(row)
    kept = np.array([k for k in range(n) if k not in pivots], dtype=np.int64)
    basis = np.zeros((n, len(kept)))
    basis[kept, np.arange(len(kept))] = 1.0
    for column, row in pivots.items():
        basis[column] = -rows[row, kept]
    return _Elimination(kept, basis), sorted(open_rows)


def _check_kept(moved: Floats, expected: Floats, matrix: Floats, basis: Floats) -> None:
    """Check that the motion keeps the constraints: ``A Z = Z (A Z)[kept]``."""
    magnitude = np.abs(matrix) @ np.abs(basis)
    allowed = _CANCELS * np.maximum(magnitude, magnitude.max(axis=1, initial=0.0)[:, None])
    if np.any(np.abs(moved - expected) > allowed):
        raise AnalysisError(
            "the equations do not keep what locked elements hold: linearise at an instant at which "
            "no element locks or breaks away"
        )


def _free_direction(matrix: Floats, sizes: Floats) -> Floats | None:
    """Return a direction in which nothing resists, None if there is none.

    Rows may be scaled at will. A candidate counts only if the terms cancel in each row: a soft
    spring in a stiff machine is no free motion.
    """
    if not len(matrix):
        return None
    scaled = matrix * sizes
    lengths = np.linalg.norm(scaled, axis=1)
    rows = scaled[lengths > 0] / lengths[lengths > 0, None]
    if len(rows):
        _, singular, right = np.linalg.svd(rows)
        rank = int(np.sum(singular > _FREE * singular.max(initial=0.0)))
    else:
        rank, right = 0, np.eye(len(matrix))
    if rank == len(matrix):
        return None
    direction = _sparsest(right[rank:])
    terms = np.abs(scaled) @ np.abs(direction)
    if np.any(np.abs(scaled @ direction) > _CANCELS * terms):
        return None
    return direction * sizes


def _sparsest(basis: Floats) -> Floats:
    """Return a vector of a space that is zero where another of them can be the largest.

    In reduced row echelon form, each free motion is one of connected shafts.
    """
    rows = basis.copy()
    pivots: list[int] = []
    for k in range(len(rows)):
        column = int(np.abs(rows[k]).argmax())
        rows[k] /= rows[k, column]
        for other in range(len(rows)):
            if other != k:
                rows[other] -= rows[other, column] * rows[k]
        pivots.append(column)
    first = rows[0]
    first[np.abs(first) < _CANCELS * np.abs(first).max()] = 0.0
    return np.asarray(first / first[np.abs(first).argmax()])


def _split_off(
    matrix: Floats, direction: Floats, sizes: Floats
) -> tuple[FreeMotion, Floats, Floats]:
    """Return a free motion, and the matrix of the states relative to it."""
    pivot = int(np.abs(direction / sizes).argmax())
    others = np.delete(np.arange(len(matrix)), pivot)
    share = direction[others] / direction[pivot]
    columns = matrix[:, others]
    row = columns[pivot]
    left = columns[others] - np.outer(share, row)
    return FreeMotion(direction, pivot, row), left, sizes[others]


def _in_all(steps: list[FreeMotion], direction: Floats) -> Floats:
    """Return a direction of the states that are left in the states before the earlier steps."""
    for step in reversed(steps):
        direction = np.insert(direction, step.pivot, 0.0)
    return direction
