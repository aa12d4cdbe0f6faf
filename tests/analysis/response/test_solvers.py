"""Solvers of frequency responses: all against one matrix inverted at each frequency."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from drivetrain.analysis.response import solvers
from drivetrain.analysis.response.solvers import Responder
from drivetrain.analysis.response.system import CONSTANT, System, Term
from drivetrain.errors import AnalysisError

OMEGA = np.array([0.3, 2.0, 11.0])


def banded(system: System) -> Any:
    order, below, above = solvers._band(system.A)
    return solvers._Banded(solvers._ordered(system, order), below, above)


SOLVERS: dict[str, Callable[[System], Any]] = {
    "stacked": solvers._Stacked,
    "banded": banded,
    "sparse": solvers._Sparse,
    "hessenberg": solvers._Hessenberg,
}


def random_system(n: int, band: int, seed: int, laws: bool) -> System:
    """Return a stable system with two inputs, the second with its derivative, and three outputs."""
    random = np.random.default_rng(seed)
    near = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= band
    A = {CONSTANT: random.normal(size=(n, n)) * near - 3 * np.eye(n)}
    B = {CONSTANT: random.normal(size=(n, 2)), Term(1): random.normal(size=(n, 2)) * [0, 1]}
    C = {CONSTANT: random.normal(size=(3, n)), Term(-1): random.normal(size=(3, n))}
    D = {CONSTANT: random.normal(size=(3, 2)), Term(2): random.normal(size=(3, 2))}
    if not laws:
        return System(A, B, C, D)
    A[Term(0, 1)] = random.normal(size=(n, n)) * near
    C[Term(0, 1)] = random.normal(size=(3, n))
    return System(A, B, C, D, (lambda omega: 1 + 0.3j * omega / (1 + omega),))


def plainly(system: System, omega: float) -> Any:
    """Return the response by an inverse."""

    def whole(terms: Any) -> Any:
        law = [1.0, *(law(omega) - 1 for law in system.laws)]
        return sum(law[t.law] * (1j * omega) ** t.power * m for t, m in terms.items())

    inverse = np.linalg.inv(1j * omega * np.eye(system.size) - whole(system.A))
    return whole(system.C) @ inverse @ whole(system.B) + whole(system.D)


@pytest.mark.parametrize("laws", [False, True])
@pytest.mark.parametrize("name", SOLVERS)
def test_solvers_agree_with_an_inverse(name: str, laws: bool) -> None:
    system = random_system(30, 4, 5, laws)
    if name == "hessenberg" and laws:
        system = System({CONSTANT: system.A[CONSTANT]}, system.B, system.C, system.D, system.laws)
    expected = [plainly(system, omega) for omega in OMEGA]
    found = SOLVERS[name](system).response(OMEGA)
    assert found == pytest.approx(np.array(expected), rel=1e-10)


@pytest.mark.parametrize(
    ("n", "band", "kind"),
    [(20, 20, "_Stacked"), (100, 3, "_Banded"), (100, 100, "_Hessenberg"), (400, 15, "_Sparse")],
)
def test_the_solver_fits_form_and_size(n: int, band: int, kind: str) -> None:
    system = random_system(n, band, 3, laws=False)
    responder = Responder(system)
    assert type(responder._solver).__name__ == kind
    found = responder.at(OMEGA[1:2])
    assert found[0] == pytest.approx(plainly(system, OMEGA[1]), rel=1e-8)


def test_sparse_matrices_give_the_same() -> None:
    plain = random_system(100, 2, 8, laws=True)
    A = {term: sparse.csr_array(matrix) for term, matrix in plain.A.items()}
    C = {term: sparse.csr_array(matrix) for term, matrix in plain.C.items()}
    found = Responder(System(A, plain.B, C, plain.D, plain.laws)).at(OMEGA)
    assert found == pytest.approx(Responder(plain).at(OMEGA), rel=1e-10)


def test_the_transposed_system_is_solved_if_that_is_cheaper() -> None:
    wide = random_system(60, 3, 2, laws=True).transposed
    assert wide.shape == (2, 3)
    responder = Responder(wide)
    assert responder._system.shape == (3, 2)
    assert responder.at(OMEGA)[2] == pytest.approx(plainly(wide, OMEGA[2]), rel=1e-10)


def test_complex_matrices_are_allowed() -> None:
    plain = random_system(60, 3, 2, laws=False)
    lossy = {CONSTANT: plain.A[CONSTANT] * (1 + 0.1j)}
    system = System(lossy, plain.B, plain.C, plain.D)
    for make in SOLVERS.values():
        assert make(system).response(OMEGA)[0] == pytest.approx(plainly(system, OMEGA[0]), rel=1e-9)


@pytest.mark.parametrize("name", SOLVERS)
def test_an_undamped_oscillation_is_refused_at_its_frequency(name: str) -> None:
    n = 60 if name != "stacked" else 2
    A = np.zeros((n, n))
    A[::2, 1::2], A[1::2, ::2] = np.eye(n // 2), -4 * np.eye(n // 2)
    system = System(
        {CONSTANT: A}, {CONSTANT: np.ones((n, 1))}, {CONSTANT: np.ones((1, n))},
        {CONSTANT: np.zeros((1, 1))},
    )  # fmt: skip
    solver = SOLVERS[name](system)
    assert np.isfinite(solver.response(np.array([1.9, 2.1]))).all()
    if name == "hessenberg":
        return  # rounding leaves some damping
    with pytest.raises(AnalysisError, match="at 2 rad/s an oscillation has no damping"):
        solver.response(np.array([1.0, 2.0]))
