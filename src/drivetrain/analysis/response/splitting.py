"""Split off from a system what locks hold, what moves freely, and angles.

Free motions make responses at low frequencies inaccurate: what a shaft transmits is small beside
the accelerations that cancel. Split off exactly, they are integrators behind the rest. Angles
follow from speeds, so that large systems need half the unknowns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.modes.reduction import Reduction
from drivetrain.analysis.response.system import CONSTANT, System, Terms, joined, product

__all__ = ["FreeSplit", "without_angles", "without_cancellation", "without_free", "without_held"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Matrix = Any

_CANCELS = 1e-11
"""Effect of a free motion, relative to the terms that cancel, that counts as none."""


def without_held(system: System, reduction: Reduction) -> System:
    """Return a system without the states that follow from others by what locks hold.

    Parameters
    ----------
    system : System
        In all states.
    reduction : Reduction
        Of the same states.
    """
    rows, basis = reduction.unlocked, reduction.basis
    if len(rows) == basis.shape[0]:
        return system

    def change(name: str, matrix: Matrix) -> Matrix:
        matrix = matrix[rows] if name in "AB" else matrix
        return without_cancellation(matrix, basis) if name in "AC" else matrix

    return system.mapped(change)


def without_cancellation(matrix: Matrix, columns: Matrix) -> Matrix:
    """Return a product in which terms that cancel are zero.

    Parameters
    ----------
    matrix, columns : matrix
        The factors.
    """
    found = matrix @ columns
    kept = abs(found) > _CANCELS * (abs(matrix) @ abs(columns))
    return found.multiply(kept).tocsr() if is_sparse(found) else np.where(kept, found, 0.0)


def without_free(system: System, reduction: Reduction) -> System:
    """Return a system without free motions, which become integrators.

    With a free motion ``x = F q + z``, where `z` is zero in as many states as there are free
    motions, follow ``z' = A_z z + B_z u`` and ``q' = N q + R z + S u``. `N` is nilpotent, so that
    `q` is a finite sum of powers of ``1/(i omega)``.

    Parameters
    ----------
    system : System
        In the states that locks leave.
    reduction : Reduction
        Of all states.
    """
    split = FreeSplit(system, reduction)
    if not split.count or not split.is_free(system):
        return system
    A, B = system.A, system.B
    row = {term: split.driven(matrix)[:, split.kept] for term, matrix in A.items()}
    direct = {term: split.driven(matrix) for term, matrix in B.items()}
    C, D = [_columns(system.C, split.kept)], [system.D]
    seen = split.effect(system.C[CONSTANT])
    for order in range(1, split.count + 1):
        C.append(product({CONSTANT: seen}, row, -order))
        D.append(product({CONSTANT: seen}, direct, -order))
        seen = seen @ split.chain
    return System(
        _columns({term: split.rest(matrix) for term, matrix in A.items()}, split.kept),
        {term: split.rest(matrix) for term, matrix in B.items()},
        joined(C), joined(D), system.laws,
    )  # fmt: skip


class FreeSplit:
    """Free motions, and the states that are left without them.

    Parameters
    ----------
    system : System
        In the states that locks leave.
    reduction : Reduction
        Of all states.

    Attributes
    ----------
    free : float array, shape (n_states, count)
        The motions, in columns.
    kept, gone : int array
        States that are left, and those that are not.
    count : int
        Number of free motions.
    chain : float array
        How free motions drive each other, `N`.
    """

    def __init__(self, system: System, reduction: Reduction) -> None:
        self.free = dense(reduction.free)[reduction.unlocked]
        self.kept = np.searchsorted(reduction.unlocked, reduction.kept)
        self.gone = np.setdiff1d(np.arange(system.size), self.kept)
        self.count = self.free.shape[1]
        if self.count:
            self._inverse = np.linalg.inv(self.free[self.gone])
            self._share = self.free[self.kept] @ self._inverse
            moved = np.asarray(system.A[CONSTANT] @ self.free)
            self.chain = np.triu((self._inverse @ moved[self.gone]).real, 1)

    def is_free(self, system: System) -> bool:
        """Return whether laws and losses leave the motions free."""
        acting = [m for terms in (system.A, system.C) for t, m in terms.items() if t.law]
        losses = (terms[CONSTANT] for terms in (system.A, system.C))
        acting += [matrix.imag for matrix in losses if matrix.dtype.kind == "c"]
        return not any(self.effect(matrix).any() for matrix in acting)

    def effect(self, matrix: Matrix) -> Matrix:
        """Return what the motions do in each row; terms that cancel are zero."""
        return without_cancellation(matrix, self.free)

    def driven(self, matrix: Matrix) -> Matrix:
        """Return the rows that drive the free motions."""
        return self._inverse @ dense(matrix[self.gone])

    def rest(self, matrix: Matrix) -> Matrix:
        """Return the rows of the states that are left."""
        rows = matrix[self.kept]
        if is_sparse(matrix):
            return (rows - sparse.csr_array(self._share) @ matrix[self.gone]).tocsr()
        return rows - self._share @ matrix[self.gone]


def without_angles(system: System, is_angle: Bools) -> System:
    """Return a system without the angles, which follow from speeds.

    Parameters
    ----------
    system : System
        Any system.
    is_angle : bool array
        Which of its states are angles or positions.

    Returns
    -------
    System
        The same one if angles follow from something else as well.
    """
    angles, others = np.flatnonzero(is_angle), np.flatnonzero(~is_angle)
    rows = {term: matrix[angles] for term, matrix in system.A.items()}
    inner = joined([_columns(rows, angles)])
    driven = joined([{term: matrix[angles] for term, matrix in system.B.items()}])
    speeds = joined([_columns(rows, others)])
    if not len(angles) or any(map(_any, (inner, driven))) or set(speeds) != {CONSTANT}:
        return system

    def eliminated(terms: Terms) -> Terms:
        return joined([_columns(terms, others), product(_columns(terms, angles), speeds, -1)])

    left = {term: matrix[others] for term, matrix in system.A.items()}
    B = {term: matrix[others] for term, matrix in system.B.items()}
    return System(eliminated(left), B, eliminated(system.C), system.D, system.laws)


def _columns(terms: Terms, places: Ints) -> Terms:
    return {term: matrix[:, places] for term, matrix in terms.items()}


def _any(terms: Terms) -> bool:
    return set(terms) != {CONSTANT} or bool(abs(terms[CONSTANT]).sum() > 0)
