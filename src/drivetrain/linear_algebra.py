"""Products and least squares whose bits are the same on every processor.

Libraries for linear algebra add up in an order that suits the processor, so that their last bits
differ from machine to machine. What decides the values of a run is computed here instead: every sum
runs over the same terms in the same order, and no product is fused with a sum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["least_squares", "matrix_product", "size_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def matrix_product(matrix: Floats, other: Floats) -> Floats:
    """Return the product of a matrix and a vector or another matrix.

    Parameters
    ----------
    matrix : float array, shape (m, n)
        Left factor.
    other : float array, shape (n,) or (n, k)
        Right factor.
    """
    if other.ndim == 1:
        return np.asarray(np.add.reduce(matrix * other, axis=1))
    result = np.zeros((len(matrix), other.shape[1]))
    for column, row in zip(matrix.T, other, strict=True):
        result += column[:, np.newaxis] * row
    return result


def size_of(vector: Floats) -> float:
    """Return the Euclidean norm of a vector."""
    return float(np.sqrt(np.add.reduce(vector * vector)))


def least_squares(matrix: Floats, right: Floats, tolerance: float = 1e-10) -> Floats:
    """Return the shortest of all x for which ``matrix @ x`` comes nearest to the right-hand side.

    By Householder reflections with column pivoting, and reflections from the other side if columns
    depend on each other [1]_.

    Parameters
    ----------
    matrix : float array, shape (m, n)
        Matrix of any rank. If it is not finite, the result is not either, or zero.
    right : float array, shape (m,) or (m, k)
        Right-hand side, or several ones.
    tolerance : float
        What is left of a column, relative to the longest one, that counts as zero.

    Returns
    -------
    float array, shape (n,) or (n, k)

    References
    ----------
    .. [1] G. H. Golub, C. F. Van Loan, *Matrix Computations*, 4th edition, 2013, sections 5.4, 5.5.
    """
    columns = right[:, np.newaxis] if right.ndim == 1 else right
    with np.errstate(all="ignore"):
        solution = _solved(matrix, columns, tolerance)
    return solution[:, 0] if right.ndim == 1 else solution


def _solved(matrix: Floats, columns: Floats, tolerance: float) -> Floats:
    n = matrix.shape[1]
    triangle, turned, order = _reflected(matrix, columns, pivoting=True)
    diagonal = np.abs(np.diagonal(triangle))
    rank = int(np.count_nonzero(diagonal > tolerance * diagonal[0])) if diagonal.size else 0
    solution = np.zeros((n, columns.shape[1]))
    if rank == n:
        solution[order] = _back_substituted(triangle[:n], turned[:n])
    elif rank:
        across, basis, _ = _reflected(triangle[:rank].T, np.eye(n), pivoting=False)
        short = _back_substituted(across[:rank].T[::-1, ::-1], turned[:rank][::-1])[::-1]
        solution[order] = matrix_product(basis[:rank].T, short)
    return solution


def _reflected(matrix: Floats, companion: Floats, pivoting: bool) -> tuple[Floats, Floats, Ints]:
    """Turn a matrix into an upper triangle and a companion with it; return the order too."""
    (m, n), k = matrix.shape, companion.shape[1]
    both, order = np.hstack([matrix, companion]), np.arange(n)
    for step in range(min(m, n)):
        if pivoting:
            left = both[step:, step:n]
            at = step + int(np.argmax(np.add.reduce(left * left, axis=0)))
            both[:, [step, at]], order[[step, at]] = both[:, [at, step]], order[[at, step]]
        mirror = both[step:, step].copy()
        length = size_of(mirror)
        mirror[0] += np.copysign(length, mirror[0])
        half = length * abs(mirror[0])
        if half > 0:
            along = np.add.reduce(mirror[:, np.newaxis] * both[step:, step:], axis=0) / half
            both[step:, step:] -= mirror[:, np.newaxis] * along
    return both[:, :n], both[:, n : n + k], order


def _back_substituted(triangle: Floats, right: Floats) -> Floats:
    """Solve with an upper triangle, from the last unknown to the first."""
    solution = right.copy()
    for row in reversed(range(len(right))):
        known = triangle[row, row + 1 :, np.newaxis] * solution[row + 1 :]
        solution[row] = (solution[row] - np.add.reduce(known, axis=0)) / triangle[row, row]
    return solution
