"""Linear systems whose matrices depend on the frequency.

Prescribed motions act by their derivatives, dampers of rubber by laws of the frequency, and motions
that were eliminated leave integrators behind. So each matrix is a sum of terms, which are constant
matrices times powers of ``i omega`` and changes of laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.matrices import dense, is_sparse

__all__ = ["CONSTANT", "Law", "System", "Term", "Terms", "at", "joined", "product", "weight"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]
Matrix = Any
Law = Callable[[float], complex]
"""Complex factor of a parameter by angular frequency, rad/s."""


class Term(NamedTuple):
    """What a constant matrix is multiplied by.

    Attributes
    ----------
    power : int
        Exponent of ``i omega``.
    law : int
        Number of a law, from 1, whose factor less 1 is multiplied, too; 0: none.
    """

    power: int = 0
    law: int = 0


CONSTANT = Term()
Terms = Mapping[Term, Matrix]


@dataclass(frozen=True, eq=False)
class System:
    """``i omega x = A x + B u`` and ``y = C x + D u``; each matrix is a sum of terms.

    Attributes
    ----------
    A, B, C, D : mapping of Term to matrix
        The matrices.
    laws : tuple of callable
        Factors by angular frequency.
    """

    A: Terms
    B: Terms
    C: Terms
    D: Terms
    laws: tuple[Law, ...] = ()

    @property
    def size(self) -> int:
        """Number of states."""
        return int(self.A[CONSTANT].shape[0])

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of outputs and inputs."""
        return int(self.D[CONSTANT].shape[0]), int(self.D[CONSTANT].shape[1])

    @property
    def transposed(self) -> System:
        """The system whose response is the transpose."""
        A, B, C, D = (
            {term: matrix.T for term, matrix in terms.items()}
            for terms in (self.A, self.C, self.B, self.D)
        )
        return System(A, B, C, D, self.laws)

    def factors(self, omega: Floats) -> Complexes:
        """Return 1, and the factor of each law less 1, shape (1 + n_laws, n)."""
        changes = [[complex(law(w)) - 1.0 for w in omega.tolist()] for law in self.laws]
        return np.array([np.ones(len(omega)), *changes], dtype=complex)

    def mapped(self, change: Callable[[str, Matrix], Matrix]) -> System:
        """Return a system with changed matrices; called with ``"A"`` … and each matrix."""
        A, B, C, D = (
            {term: change(name, matrix) for term, matrix in terms.items()}
            for name, terms in zip("ABCD", (self.A, self.B, self.C, self.D), strict=True)
        )
        return System(A, B, C, D, self.laws)


def weight(term: Term, omega: Floats, factors: Complexes) -> Complexes:
    """Return what a term is multiplied by at each frequency.

    Parameters
    ----------
    term : Term
        The term.
    omega : float array, shape (n,)
        Angular frequencies, rad/s.
    factors : complex array, shape (1 + n_laws, n)
        As from :meth:`System.factors`.
    """
    found = factors[term.law]
    return np.asarray(found * (1j * omega) ** term.power if term.power else found)


def at(terms: Terms, omega: Floats, factors: Complexes) -> Complexes:
    """Return a small matrix at each frequency, shape (n, rows, columns)."""
    parts = [weight(t, omega, factors)[:, None, None] * dense(m) for t, m in terms.items()]
    return np.asarray(sum(parts))


def joined(sums: Iterable[Terms]) -> Terms:
    """Return a sum of sums of terms; terms that are zero are left out, but for the constant one."""
    found: dict[Term, Matrix] = {}
    for terms in sums:
        for term, matrix in terms.items():
            found[term] = found[term] + matrix if term in found else matrix
    return {t: m for t, m in found.items() if t == CONSTANT or _acts(m)}


def _acts(matrix: Matrix) -> bool:
    return bool(matrix.count_nonzero() if is_sparse(matrix) else matrix.any())


def product(left: Terms, right: Terms, power: int = 0) -> Terms:
    """Return the product of two sums of terms, times a power of ``i omega``.

    At most one of two factors may depend on a law.
    """
    parts: list[Terms] = []
    for one, a in left.items():
        for other, b in right.items():
            assert not (one.law and other.law)
            parts.append({Term(one.power + other.power + power, one.law + other.law): a @ b})
    return joined(parts)
