"""Eigenvalues and eigenvectors of state matrices, by the method that fits their form and size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse
from scipy.sparse.csgraph import reverse_cuthill_mckee
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigs, eigsh, splu

from drivetrain.analysis.modes.second_order import SecondOrder
from drivetrain.errors import AnalysisError

__all__ = ["LARGEST_DENSE", "Pairs", "Wanted", "dense_pairs", "sparse_pairs", "symmetric_pairs"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]
Matrix = Any
Vectors = Callable[[Ints], Complexes]

LARGEST_DENSE = 2000
"""States up to which all eigenvalues are computed."""
_REAL = 1e-12
"""Imaginary part that counts as rounding, relative to the eigenvalue."""
_NOISE = 32 * np.finfo(float).eps
"""Real part, relative to the largest eigenvalue, by which the general solver may be wrong."""
_NARROW = 12
"""Half bandwidth up to which systems are solved as banded ones."""
_BELOW = 1e-12
"""Shift below zero, relative to the largest entry: it keeps a matrix with free motions regular."""
_ZERO = 1e-11
"""Eigenvalue of a symmetric matrix, relative to its largest entry, that may be zero …"""
_CANCELS = 1e-12
"""… and is, if the terms cancel up to this fraction in every row."""


@dataclass(frozen=True)
class Wanted:
    """Which eigenmodes are wanted; all of them by default.

    Attributes
    ----------
    count : int or None
        Number of oscillations nearest to `near`.
    near : float
        Angular frequency, rad/s.
    between : (float, float) or None
        All oscillations with undamped angular frequencies in this range, rad/s.
    """

    count: int | None = None
    near: float = 0.0
    between: tuple[float, float] | None = None

    @property
    def everything(self) -> bool:
        """Whether all are wanted."""
        return self.count is None and self.between is None

    def chosen(self, values: Complexes) -> Ints:
        """Return which of some eigenvalues are wanted, in the order of their frequency."""
        size = np.abs(values)
        order = np.lexsort((values.real, size))
        if self.between is not None:
            low, high = self.between
            order = order[(size[order] >= low) & (size[order] <= high)]
        if self.count is not None and len(order) > self.count:
            nearest = np.argsort(np.abs(size[order] - self.near), kind="stable")[: self.count]
            order = order[np.sort(nearest)]
        return order


@dataclass(frozen=True, eq=False)
class Pairs:
    """Oscillations and decays.

    Attributes
    ----------
    values : complex array
        Eigenvalues of the oscillations, with positive imaginary parts, by frequency.
    decays : float array
        Real eigenvalues, slowest first.
    right, left : callable
        Return eigenvectors, in columns, of oscillations given by their places; the transposed left
        ones times the right ones are 1.
    free : float array, shape (n, k)
        Free motions found on the way.
    complete : bool
        Whether these are all.
    """

    values: Complexes
    decays: Floats
    right: Vectors
    left: Vectors
    free: Floats
    complete: bool = True


def dense_pairs(matrix: Floats, wanted: Wanted) -> Pairs:
    """Return the eigenmodes of a matrix of moderate size, without free motions."""
    n = len(matrix)
    if not n:
        return Pairs(np.empty(0, complex), np.empty(0), _nothing(0), _nothing(0), np.zeros((0, 0)))
    real, imaginary, left, right, info = linalg.lapack.dgeev(matrix)
    if info:
        raise AnalysisError("the eigenvalues of the state matrix did not converge")
    values = _settled(real, imaginary)
    turning = np.flatnonzero(imaginary > _REAL * np.abs(values))
    turning = turning[wanted.chosen(values[turning])]
    still = np.flatnonzero(np.abs(imaginary) <= _REAL * np.abs(values))
    decays = np.sort(real[still])[::-1]

    def rights(places: Ints) -> Complexes:
        at = turning[places]
        return np.asarray(right[:, at] + 1j * right[:, at + 1])

    def lefts(places: Ints) -> Complexes:
        at = turning[places]
        found = left[:, at] - 1j * left[:, at + 1]  # dgeev's are those of the conjugate transpose
        return np.asarray(found / np.einsum("ij,ij->j", found, rights(places)))

    return Pairs(values[turning], decays, rights, lefts, np.zeros((n, 0)))


def _settled(real: Floats, imaginary: Floats) -> Complexes:
    """Return eigenvalues; those of oscillations have no real part that is only rounding."""
    size = np.hypot(real, imaginary)
    rounding = (np.abs(imaginary) > _REAL * size) & (np.abs(real) <= _NOISE * size.max(initial=0.0))
    return np.asarray(np.where(rounding, 0.0, real) + 1j * imaginary)


def _nothing(n: int) -> Vectors:
    return lambda places: np.empty((n, len(places)), dtype=complex)


def symmetric_pairs(form: SecondOrder, wanted: Wanted) -> Pairs:
    """Return the eigenmodes of a second-order form that is symmetric, with proportional damping.

    Free motions belong to eigenvalues that are zero; they are recognised by their vectors, whose
    terms cancel in every row of the stiffness.
    """
    weights, factors = form.weights, form.proportional
    assert weights is not None
    assert factors is not None
    root = np.sqrt(weights)
    scaled = _symmetrised(form.stiffness, root)
    squares, vectors, complete = _symmetric_solution(scaled, wanted)
    shapes = vectors / root[:, None]
    is_free = _free(form.stiffness, shapes, squares)
    squares = np.where(is_free, 0.0, _quotients(form.stiffness, weights, shapes))
    damping = np.where(is_free, factors[0], factors[0] + factors[1] * squares)
    values, decays, of_mode = _pairs_of(squares, damping, is_free)
    chosen = wanted.chosen(values)
    values, of_mode = values[chosen], of_mode[chosen]
    made = _Lifted(form, shapes, weights, squares, values, of_mode)
    free = _free_states(form, shapes[:, is_free], factors[0] == 0)
    return Pairs(values, decays, made.right, made.left, free, complete)


class _Lifted:
    """Eigenvectors in all states from shapes in the angles alone."""

    def __init__(
        self, form: SecondOrder, shapes: Floats, weights: Floats, squares: Floats,
        values: Complexes, of_mode: Ints,
    ) -> None:  # fmt: skip
        self._form, self._shapes, self._weights = form, shapes, weights
        self._squares, self._values, self._of_mode = squares, values, of_mode
        self._n = len(form.angles) + len(form.speeds)

    def right(self, places: Ints) -> Complexes:
        shapes, values = self._shapes[:, self._of_mode[places]], self._values[places]
        found = np.empty((self._n, len(places)), dtype=complex)
        found[self._form.angles] = shapes
        found[self._form.speeds] = (self._form.inverse @ shapes) * values
        return found

    def left(self, places: Ints) -> Complexes:
        modes, values = self._of_mode[places], self._values[places]
        weighted = self._weights[:, None] * self._shapes[:, modes]
        size = values - self._squares[modes] / values
        found = np.empty((self._n, len(places)), dtype=complex)
        found[self._form.angles] = -weighted * (self._squares[modes] / values / size)
        found[self._form.speeds] = (self._form.transmission.T @ weighted) / size
        return found


def _symmetrised(stiffness: Matrix, root: Floats) -> Matrix:
    scaled = sparse.diags_array(root) @ stiffness @ sparse.diags_array(1 / root)
    return ((scaled + scaled.T) / 2).tocsr()


def _free(stiffness: Matrix, shapes: Floats, squares: Floats) -> NDArray[np.bool_]:
    """Mark the shapes that nothing resists."""
    found = np.zeros(len(squares), dtype=bool)
    if not len(squares):
        return found
    small = np.flatnonzero(np.abs(squares) <= _ZERO * abs(stiffness).max())
    terms = abs(stiffness) @ np.abs(shapes[:, small])
    rest = np.abs(stiffness @ shapes[:, small])
    found[small] = (rest <= _CANCELS * terms).all(axis=0)
    return found


def _quotients(stiffness: Matrix, weights: Floats, shapes: Floats) -> Floats:
    """Return Rayleigh quotients, from the differences of angles rather than from the angles.

    Between neighbours on a long shaft these are small, so that their digits count. The error of a
    quotient is the square of that of the shape.
    """
    symmetric = (sparse.diags_array(weights) @ stiffness).tocoo()
    apart = symmetric.row < symmetric.col
    i, j, coupling = symmetric.row[apart], symmetric.col[apart], -symmetric.data[apart]
    grounded = np.asarray(symmetric.sum(axis=1)).ravel()
    grounded[np.abs(grounded) <= _CANCELS * np.asarray(abs(symmetric).sum(axis=1)).ravel()] = 0.0
    found = np.empty(shapes.shape[1])
    for k, shape in enumerate(shapes.T):
        work = coupling @ (shape[i] - shape[j]) ** 2 + grounded @ shape**2
        found[k] = work / (weights @ shape**2)
    return found


def _pairs_of(
    squares: Floats, damping: Floats, is_free: NDArray[np.bool_]
) -> tuple[Complexes, Floats, Ints]:
    """Return eigenvalues, decays, and the shape of each oscillation."""
    inside = squares - damping**2 / 4
    turning = np.flatnonzero((inside > 0) & ~is_free)
    values = -damping[turning] / 2 + 1j * np.sqrt(inside[turning])
    still = np.flatnonzero((inside <= 0) & ~is_free)
    spread = np.sqrt(-inside[still])
    slow = np.where(damping[still] == 0, spread, -squares[still] / (damping[still] / 2 + spread))
    fast = -damping[still] / 2 - spread
    free = -damping[is_free][damping[is_free] != 0]
    decays = np.sort(np.concatenate([slow, fast, free]))[::-1]
    return values, decays, turning


def _free_states(form: SecondOrder, shapes: Floats, speeds_too: bool) -> Floats:
    n = len(form.angles) + len(form.speeds)
    angles = np.zeros((n, shapes.shape[1]))
    angles[form.angles] = shapes / np.abs(shapes).max(axis=0, initial=1.0)
    if not speeds_too:
        return angles
    speeds = np.zeros((n, shapes.shape[1]))
    speeds[form.speeds] = form.inverse @ angles[form.angles]
    return np.hstack([angles, speeds])


def _symmetric_solution(matrix: Matrix, wanted: Wanted) -> tuple[Floats, Floats, bool]:
    """Return eigenvalues and vectors of a symmetric matrix, and whether these are all."""
    n = matrix.shape[0]
    order = np.asarray(reverse_cuthill_mckee(matrix, symmetric_mode=True), dtype=np.int64)
    ordered = matrix[order][:, order].tocsr()
    entries = ordered.tocoo()
    width = int(np.abs(entries.row - entries.col).max(initial=0))
    back = np.argsort(order)
    some = wanted.count is not None and wanted.count + 2 < n // 3
    some = some or (wanted.between is not None and n > LARGEST_DENSE // 2)
    if some:
        squares, vectors = _some_symmetric(ordered, width, wanted)
        return squares, vectors[back], False
    if width <= 1:
        found: Any = linalg.eigh_tridiagonal(ordered.diagonal(), ordered.diagonal(1))
    elif n <= LARGEST_DENSE:
        found = linalg.eigh(ordered.toarray())
    else:
        raise _too_many(n)
    return found[0], found[1][back], True


def _too_many(n: int) -> AnalysisError:
    return AnalysisError(
        f"the model has {n} vibrating degrees of freedom, too many to compute all eigenmodes: give "
        "eigenmodes(count=20), with near=… for those around a frequency, or between=(low, high)"
    )


def _some_symmetric(matrix: Matrix, width: int, wanted: Wanted) -> tuple[Floats, Floats]:
    """Return the eigenvalues nearest to a shift, or all in a range."""
    if width <= 1 and (wanted.between is not None or wanted.near == 0):
        return _some_tridiagonal(matrix, wanted)
    if wanted.between is None:
        assert wanted.count is not None
        return _nearest_squares(matrix, width, wanted.near, wanted.count)
    low, high = wanted.between
    count = 16
    while count < matrix.shape[0] // 3:
        squares, vectors = _nearest_squares(matrix, width, (low + high) / 2, count)
        omega = np.sqrt(np.maximum(squares, 0.0))
        if (omega > high).any() and ((omega < low).any() or low <= 0 or omega.min() < 1e-6 * high):
            return squares, vectors
        count *= 2
    raise AnalysisError(
        f"more than {count // 2} eigenmodes lie between {low:g} and {high:g} rad/s: give a "
        "narrower range"
    )


def _some_tridiagonal(matrix: Matrix, wanted: Wanted) -> tuple[Floats, Floats]:
    """Return the lowest eigenvalues, or those in a range, by bisection."""
    diagonal, beside = matrix.diagonal(), matrix.diagonal(1)
    if wanted.between is not None:
        below = _BELOW * abs(matrix).max()
        limits = wanted.between[0] ** 2 - below, wanted.between[1] ** 2 + below
        found: Any = linalg.eigh_tridiagonal(diagonal, beside, select="v", select_range=limits)
    else:
        assert wanted.count is not None
        last = min(wanted.count + 2, len(diagonal)) - 1  # free motions are not counted
        found = linalg.eigh_tridiagonal(diagonal, beside, select="i", select_range=(0, last))
    return found[0], found[1]


def _nearest_squares(matrix: Matrix, width: int, near: float, count: int) -> tuple[Floats, Floats]:
    n = matrix.shape[0]
    shift = near**2 if near > 0 else -_BELOW * abs(matrix).max()
    solve = _banded(matrix, width, shift) if width <= _NARROW else _factorised(matrix, shift)
    inverse = LinearOperator((n, n), matvec=solve, dtype=float)
    more = count + 2  # free motions are not counted
    try:
        squares, vectors = eigsh(
            matrix, min(more, n - 1), sigma=shift, OPinv=inverse, v0=np.cos(np.arange(n)) + 1.5,
            which="LM", tol=0.0,
        )  # fmt: skip
    except ArpackNoConvergence as error:
        raise AnalysisError(
            f"the eigenmodes near {near:g} rad/s did not converge: ask for fewer of them, or for "
            "those near another frequency"
        ) from error
    order = np.argsort(squares)
    return squares[order], vectors[:, order]


def _banded(matrix: Matrix, width: int, shift: float) -> Callable[[Floats], Floats]:
    """Return a solver for ``matrix - shift``, with a narrow band."""
    n = matrix.shape[0]
    bands = np.zeros((3 * width + 1, n))
    for k in range(-width, width + 1):
        diagonal = matrix.diagonal(k)
        if k >= 0:
            bands[2 * width - k, k:] = diagonal
        else:
            bands[2 * width - k, : n + k] = diagonal
    bands[2 * width] -= shift
    factors, pivots, info = linalg.lapack.dgbtrf(bands, width, width)
    if info:
        raise AnalysisError("the shifted stiffness is singular: give another frequency")

    def solve(right: Floats) -> Floats:
        return np.asarray(linalg.lapack.dgbtrs(factors, width, width, right, pivots)[0])

    return solve


def _factorised(matrix: Matrix, shift: complex) -> Callable[[Any], Any]:
    unit: Any = sparse.eye_array(matrix.shape[0])
    shifted = (matrix - shift * unit).tocsc()
    solve: Callable[[Any], Any] = splu(shifted).solve
    return solve


def sparse_pairs(matrix: Matrix, wanted: Wanted) -> Pairs:
    """Return the eigenmodes of a large matrix nearest to a frequency.

    The matrix is real and the shift complex: it is made complex, since the real solver would return
    zeros.
    """
    if wanted.count is None:
        raise _too_many(matrix.shape[0] // 2)
    n = matrix.shape[0]
    cast = sparse.csc_array(matrix).astype(complex)
    shift = 1j * (wanted.near or _smallest_shift(matrix))
    inverse = LinearOperator((n, n), matvec=_factorised(cast, shift), dtype=complex)
    start = (np.cos(np.arange(n)) + 1.5).astype(complex)
    try:
        values, vectors = eigs(
            cast, min(2 * wanted.count + 2, n - 2), sigma=shift, OPinv=inverse, v0=start
        )
    except ArpackNoConvergence as error:
        raise AnalysisError(
            f"the eigenmodes near {wanted.near:g} rad/s did not converge: ask for fewer, or for "
            "those near another frequency"
        ) from error
    return _of_sparse(cast, values, vectors, wanted)


def _smallest_shift(matrix: Matrix) -> float:
    return 1e-3 * float(np.sqrt(abs(matrix).max()))


def _of_sparse(matrix: Matrix, values: Complexes, vectors: Complexes, wanted: Wanted) -> Pairs:
    values = _settled(values.real, values.imag)
    turning = np.flatnonzero(values.imag > 1e-8 * np.abs(values))
    turning = turning[wanted.chosen(values[turning])]
    shapes = vectors[:, turning]

    def lefts(places: Ints) -> Complexes:
        columns = [_left(matrix, values[turning[place]], shapes[:, place]) for place in places]
        return np.array(columns).T.reshape(len(vectors), len(places))

    return Pairs(
        values[turning], np.empty(0), lambda places: shapes[:, places], lefts,
        np.zeros((len(vectors), 0)), complete=False,
    )  # fmt: skip


def _left(matrix: Matrix, value: complex, right: Complexes) -> Complexes:
    """Return a left eigenvector by inverse iteration."""
    n = matrix.shape[0]
    near = value * (1 + 1e-9)
    unit: Any = sparse.eye_array(n)
    factors: Any = splu((matrix - near * unit).tocsc())
    found = right.conj()
    for _ in range(3):
        found = factors.solve(found, "T")
        found = found / np.abs(found).max()
    return np.asarray(found / (found @ right))
