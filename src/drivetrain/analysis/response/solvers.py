"""Solve ``(i omega I - A) x = b`` at many frequencies, by the method that fits form and size.

There is one factorisation for each frequency, for all right-hand sides. What does not depend on the
frequency (order of elimination, reduction to Hessenberg form [1]_) is done once.

References
----------
.. [1] A. J. Laub, "Efficient multivariable frequency response computations", IEEE Transactions on
   Automatic Control 26, 1981.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse
from scipy.sparse.csgraph import reverse_cuthill_mckee
from scipy.sparse.linalg import splu

from drivetrain.analysis.matrices import dense, is_sparse
from drivetrain.analysis.response.system import CONSTANT, System, Terms, at, weight
from drivetrain.errors import AnalysisError

__all__ = ["Responder"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]
Matrix = Any
Solve = Callable[[Complexes], Complexes]

_SMALL = 48
"""States up to which dense matrices of many frequencies are factorised together."""
_CHUNK = 2_000_000
"""Numbers in the matrices that are factorised together."""
_FULL = 0.2
"""Share of entries from which a matrix counts as dense."""
_NARROW = 12
"""Half bandwidth up to which systems are solved as banded ones."""
_LARGE = 1e8
"""Response, relative to that of the largest entry alone, that may be at an undamped oscillation."""
_ASIDE = 2e-15
"""Change of a frequency, relative to it, by some rounding errors …"""
_DECIDED = 1e-3
"""… and change of a response, relative to it, that it may cause."""


class Responder:
    """Computes the response of a system; the cheaper of the system and its transpose is solved.

    Parameters
    ----------
    system : System
        The system.
    """

    def __init__(self, system: System) -> None:
        outputs, inputs = system.shape
        self._turned = outputs < inputs
        self._system = system.transposed if self._turned else system
        self._solver = _solver(_probed(self._system))
        self._largest = max((_largest(matrix) for matrix in system.A.values()), default=0.0)

    def at(self, omega: Floats) -> Complexes:
        """Return the response, shape (n, n_outputs, n_inputs).

        Parameters
        ----------
        omega : float array, shape (n,)
            Angular frequencies, rad/s; zero only if no term has a negative power.

        Raises
        ------
        AnalysisError
            If a frequency is that of an undamped oscillation.
        """
        whole = self._solver.response(omega)
        found, probe = whole[:, :-1, :-1], whole[:, -1, -1]
        self._check(omega, probe)
        return np.asarray(found.transpose(0, 2, 1) if self._turned else found)

    def _check(self, omega: Floats, probe: Complexes) -> None:
        """Refuse frequencies at which rounding decides about the response."""
        near = np.flatnonzero(np.abs(probe) * (omega + self._largest) > _LARGE)
        if not len(near):
            return
        beside = self._solver.response(omega[near] * (1 + _ASIDE))[:, -1, -1]
        lost = np.abs(beside - probe[near]) > _DECIDED * np.abs(probe[near])
        if lost.any():
            raise _undamped(float(omega[near[lost]][0]))


def _probed(system: System) -> System:
    """Return a system with one more input and output, to and from which all states respond.

    Near an oscillation without damping its response grows without bounds, even if the oscillation
    has a node where a user's input acts, or output is.
    """
    random = np.random.default_rng(1)
    size = max(system.size, 1) ** -0.25
    before, behind = (size * random.uniform(0.5, 1.5, system.size) for _ in range(2))

    def more(terms: Terms, row: Floats | None, column: Floats | None) -> Terms:
        found = {}
        for term, matrix in terms.items():
            own = 1.0 if term == CONSTANT else 0.0
            if column is not None:
                matrix = np.column_stack([dense(matrix), own * column])
            if row is not None:
                matrix = _below(matrix, own * row)
            found[term] = matrix
        return found

    outputs, inputs = system.shape
    D = more(system.D, np.zeros(inputs + 1), np.zeros(outputs))
    return System(
        system.A, more(system.B, None, before), more(system.C, behind, None), D, system.laws
    )


def _below(matrix: Matrix, row: Floats) -> Matrix:
    if is_sparse(matrix):
        return sparse.vstack([matrix, sparse.csr_array(row[None])], format="csr")
    return np.vstack([matrix, row])


def _largest(matrix: Matrix) -> float:
    return float(abs(matrix).max()) if min(matrix.shape) else 0.0


def _solver(system: System) -> _Solver:
    n = system.size
    if n <= _SMALL:
        return _Stacked(system)
    entries = sum(_count(matrix) for matrix in system.A.values())
    if entries > _FULL * n * n:
        return _Hessenberg(system) if set(system.A) == {CONSTANT} else _Stacked(system)
    order, below, above = _band(system.A)
    if max(below, above) <= _NARROW:
        return _Banded(_ordered(system, order), below, above)
    return _Sparse(system)


def _count(matrix: Matrix) -> int:
    return int(matrix.nnz if is_sparse(matrix) else np.count_nonzero(matrix))


class _Solver(ABC):
    """Solves a system at frequencies."""

    def __init__(self, system: System) -> None:
        self._system = system

    @abstractmethod
    def response(self, omega: Floats) -> Complexes:
        """Return the response at frequencies."""


class _Stacked(_Solver):
    """Small or dense systems: LAPACK factorises the matrices of many frequencies in one call.

    Partial pivoting keeps soft and stiff parts apart, which orthogonal transformations would mix.
    """

    def __init__(self, system: System) -> None:
        super().__init__(_balanced(system))

    def response(self, omega: Floats) -> Complexes:
        step = max(1, _CHUNK // max(self._system.size, 1) ** 2)
        parts = [self._part(omega[k : k + step]) for k in range(0, len(omega), step)]
        return np.concatenate(parts) if parts else np.empty((0, *self._system.shape), complex)

    def _part(self, omega: Floats) -> Complexes:
        system = self._system
        factors = system.factors(omega)
        direct = at(system.D, omega, factors)
        if not system.size:
            return direct
        matrix = -at(system.A, omega, factors)
        diagonal = np.arange(system.size)
        matrix[:, diagonal, diagonal] += 1j * omega[:, None]
        try:
            states = np.linalg.solve(matrix, at(system.B, omega, factors))
        except np.linalg.LinAlgError:
            singular = [w for w, m in zip(omega.tolist(), matrix, strict=True) if _fails(m)]
            raise _undamped(singular[0]) from None
        return np.asarray(at(system.C, omega, factors) @ states + direct)


def _fails(matrix: Complexes) -> bool:
    return bool(linalg.lapack.zgetrf(matrix)[2] > 0)


def _balanced(system: System) -> System:
    """Scale the states by powers of two, so that rows and columns are of similar size."""
    if not system.size:
        return system
    size: Any = sum(abs(dense(matrix)) for matrix in system.A.values())
    scale = linalg.matrix_balance(size, permute=False, separate=True)[1][0]

    def change(name: str, matrix: Matrix) -> Matrix:
        found = dense(matrix)
        found = found / scale[:, None] if name in "AB" else found
        return found * scale if name in "AC" else found

    return system.mapped(change)


class _OneByOne(_Solver):
    """Factorises one frequency after the other."""

    @abstractmethod
    def factorised(self, omega: float, weights: Complexes) -> Solve:
        """Return a solver at a frequency, with the weights of the terms of `A`."""

    def response(self, omega: Floats) -> Complexes:
        system = self._system
        factors = system.factors(omega)
        weights = np.array([weight(term, omega, factors) for term in system.A])
        direct = at(system.D, omega, factors)
        found = np.empty(direct.shape, dtype=complex)
        for k, w in enumerate(omega.tolist()):
            here = omega[[k]], factors[:, [k]]
            states = self.factorised(w, weights[:, k])(_summed(system.B, *here))
            parts = (weight(t, *here)[0] * (m @ states) for t, m in system.C.items())
            found[k] = direct[k] + sum(parts)
        return found


def _summed(terms: Terms, omega: Floats, factors: Complexes) -> Complexes:
    parts = [weight(term, omega, factors)[0] * dense(matrix) for term, matrix in terms.items()]
    return np.asarray(sum(parts))


class _Banded(_OneByOne):
    """Systems with a narrow band, such as shaft lines, and upper Hessenberg matrices."""

    def __init__(self, system: System, below: int, above: int) -> None:
        super().__init__(system)
        self._below, self._above = below, above
        self._bands = [_in_bands(matrix, below, above) for matrix in system.A.values()]

    def factorised(self, omega: float, weights: Complexes) -> Solve:
        below, above = self._below, self._above
        matrix = np.asfortranarray(self._bands[0] * -weights[0])
        for w, bands in zip(weights[1:], self._bands[1:], strict=True):
            matrix -= w * bands
        matrix[below + above] += 1j * omega
        factors, pivots, info = linalg.lapack.zgbtrf(matrix, below, above, overwrite_ab=1)
        if info:
            raise _undamped(omega)

        def solve(right: Complexes) -> Complexes:
            return np.asarray(linalg.lapack.zgbtrs(factors, below, above, right, pivots)[0])

        return solve


class _Hessenberg(_Solver):
    """Large dense systems: a matrix in Hessenberg form has one diagonal below the main one."""

    def __init__(self, system: System) -> None:
        balanced = _balanced(system)
        form, basis = linalg.hessenberg(dense(balanced.A[CONSTANT]), calc_q=True)

        def change(name: str, matrix: Matrix) -> Matrix:
            if name == "A":
                return form
            matrix = basis.conj().T @ matrix if name == "B" else matrix
            return matrix @ basis if name == "C" else matrix

        super().__init__(balanced.mapped(change))
        self._inner = _Banded(self._system, 1, system.size - 1)

    def response(self, omega: Floats) -> Complexes:
        return self._inner.response(omega)


class _Sparse(_OneByOne):
    """Other systems: sparse factors, with the order of elimination found once."""

    def __init__(self, system: System) -> None:
        super().__init__(system)
        self._order = np.arange(system.size)
        self._fill(system)
        started = self._assembled(1.0 + 1.0j, np.ones(len(system.A), dtype=complex))
        trial: Any = splu(started, permc_spec="COLAMD")
        self._order = np.argsort(trial.perm_c)
        self._fill(system)

    def _fill(self, system: System) -> None:
        """Place the terms in a common pattern, with columns in the order of elimination."""
        n = system.size
        unit = sparse.eye_array(n, format="csc")
        terms = [sparse.csc_array(m)[:, self._order] for m in (unit, *system.A.values())]
        pattern = sum((abs(term) for term in terms), sparse.csc_array((n, n)))
        self._pattern = sparse.csc_array(pattern)
        self._pattern.sort_indices()
        code = _codes(self._pattern)
        self._values = []
        for term in terms:
            value = np.zeros(self._pattern.nnz, dtype=term.dtype)
            value[np.searchsorted(code, _codes(term))] = term.tocsc().data
            self._values.append(value)

    def _assembled(self, omega: complex, weights: Complexes) -> sparse.csc_array:
        data = 1j * omega * self._values[0]
        for w, value in zip(weights, self._values[1:], strict=True):
            data = data - w * value
        pattern = self._pattern
        return sparse.csc_array((data, pattern.indices, pattern.indptr), shape=pattern.shape)

    def factorised(self, omega: float, weights: Complexes) -> Solve:
        try:
            factors: Any = splu(self._assembled(omega, weights), permc_spec="NATURAL")
        except RuntimeError:
            raise _undamped(omega) from None
        back = np.argsort(self._order)
        return lambda right: np.asarray(factors.solve(right)[back])


def _codes(matrix: sparse.csc_array) -> Ints:
    """Return a number for the place of each entry, increasing along columns."""
    matrix.sort_indices()
    column = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.indptr))
    return np.asarray(column * matrix.shape[0] + matrix.indices, dtype=np.int64)


def _band(terms: Terms) -> tuple[Ints, int, int]:
    """Return an order of the states with a narrow band, and its widths below and above."""
    n = terms[CONSTANT].shape[0]
    pattern = sum((abs(sparse.csr_array(m)) for m in terms.values()), sparse.csr_array((n, n)))
    both = sparse.csr_matrix(pattern + pattern.T)
    order = np.asarray(reverse_cuthill_mckee(both, symmetric_mode=True), dtype=np.int64)
    entries = pattern[order][:, order].tocoo()
    off = entries.row - entries.col
    return order, int(off.max(initial=0)), int((-off).max(initial=0))


def _ordered(system: System, order: Ints) -> System:
    def change(name: str, matrix: Matrix) -> Matrix:
        matrix = matrix[order] if name in "AB" else matrix
        return matrix[:, order] if name in "AC" else matrix

    return system.mapped(change)


def _in_bands(matrix: Matrix, below: int, above: int) -> NDArray[Any]:
    """Return a matrix in LAPACK's form of banded matrices, with room for pivoting."""
    entries = sparse.coo_array(matrix)
    bands = np.zeros((2 * below + above + 1, matrix.shape[0]), dtype=entries.dtype, order="F")
    bands[below + above + entries.row - entries.col, entries.col] = entries.data
    return bands


def _undamped(omega: float) -> AnalysisError:
    return AnalysisError(
        f"at {omega:.9g} rad/s an oscillation has no damping at all, so that its response is "
        "infinite: give it a damper, or choose another frequency"
    )
