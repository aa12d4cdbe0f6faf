"""Order conditions of the explicit pair, evaluated with the coefficients of the kernel."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest
from numpy.polynomial import Polynomial
from tests.kernel.methods.rooted_trees import Tree, density, symmetry, trees

Floats = npt.NDArray[np.float64]
STAGES = 8
ALL = [(order, tree) for order in range(1, 6) for tree in sorted(trees(order))]
LOW = [case for case in ALL if case[0] < 5]


@dataclass(frozen=True)
class Pair:
    """Nodes, matrix, weights, error weights, and what the extensions have beyond the cubic.

    The last stage is that at the middle of the step, for the extension of order 5.
    """

    c: Floats
    A: Floats
    b: Floats
    e: Floats
    d: Floats
    fine: Floats

    def weights(self, tree: Tree) -> Floats:
        """Stage by stage: what multiplies the elementary differential of the tree."""
        result = np.ones(STAGES + 1)
        for branch in tree:
            result = result * (self.A @ self.weights(branch))
        return result

    def extension(self, theta: float, d: Floats) -> Floats:
        """Weights of the continuous extension: the cubic, and `d` beyond it."""
        first, last = np.eye(STAGES + 1)[[0, -2]]
        left, right = 1.0 - theta, theta
        cubic = right**2 * (3 - 2 * right) * self.b + right * left**2 * first
        return cubic - right**2 * left * last + (right * left) ** 2 * d


@pytest.fixture(scope="module")
def pair(models) -> Pair:
    """What the kernel holds."""
    raw = np.empty(106)
    models.bs5_coefficients(raw.ctypes.data_as(ctypes.c_void_p))
    A = np.zeros((STAGES + 1, STAGES + 1))
    A[:STAGES, : STAGES - 1] = raw[8:64].reshape(STAGES, STAGES - 1)
    A[STAGES, :STAGES] = raw[80:88]
    c, e, d = np.append(raw[:8], 0.5), np.append(raw[64:72], 0.0), np.append(raw[72:80], 0.0)
    return Pair(c, A, A[STAGES - 1], e, d, raw[88:].reshape(2, STAGES + 1))


def test_nodes_are_row_sums(pair: Pair) -> None:
    assert np.allclose(pair.A.sum(axis=1), pair.c, rtol=0, atol=1e-14)
    assert np.array_equal(pair.A, np.tril(pair.A, -1))


@pytest.mark.parametrize(("order", "tree"), ALL)
def test_conditions_of_order_five(pair: Pair, order: int, tree: Tree) -> None:
    assert pair.b @ pair.weights(tree) == pytest.approx(1 / density(tree), abs=1e-14)


@pytest.mark.parametrize(("order", "tree"), LOW)
def test_the_estimate_is_of_order_four(pair: Pair, order: int, tree: Tree) -> None:
    assert abs(pair.e @ pair.weights(tree)) < 1e-14


@pytest.mark.parametrize("tree", sorted(trees(5)))
def test_every_term_of_order_five_is_in_the_estimate(pair: Pair, tree: Tree) -> None:
    assert abs(pair.e @ pair.weights(tree)) > 5e-6


@pytest.mark.parametrize(("order", "tree"), LOW)
@pytest.mark.parametrize("theta", [0.2, 0.5, 0.9])
def test_conditions_of_order_four_of_the_extension(
    pair: Pair, theta: float, order: int, tree: Tree
) -> None:
    b = pair.extension(theta, pair.d)
    assert b @ pair.weights(tree) == pytest.approx(theta**order / density(tree), abs=1e-14)


@pytest.mark.parametrize(("order", "tree"), ALL)
@pytest.mark.parametrize("theta", [0.2, 0.5, 0.9])
def test_conditions_of_order_five_of_the_fine_extension(
    pair: Pair, theta: float, order: int, tree: Tree
) -> None:
    b = pair.extension(theta, pair.fine[0] + theta * pair.fine[1])
    assert b @ pair.weights(tree) == pytest.approx(theta**order / density(tree), abs=1e-14)


def test_no_other_extension_of_order_four_has_a_smaller_error_of_order_five(pair: Pair) -> None:
    """The error is linear in the weights that order 4 leaves free: its gradient must vanish."""
    unused = np.eye(STAGES + 1)[[1, STAGES]]
    conditions = np.array([*(pair.weights(tree) for _, tree in LOW), *unused])
    free = np.linalg.svd(conditions)[2][np.linalg.matrix_rank(conditions) :]
    assert len(free) == 2
    theta, share = np.polynomial.legendre.leggauss(8)
    gradient = np.zeros(len(free))
    for t, w in zip((theta + 1) / 2, share / 2, strict=True):
        b = pair.extension(t, pair.d)
        for tree in trees(5):
            terms = pair.weights(tree) / symmetry(tree)
            error = b @ terms - t**5 / density(tree) / symmetry(tree)
            gradient += w * error * (t * (1 - t)) ** 2 * (free @ terms)
    assert np.abs(gradient).max() < 1e-15


def test_what_the_choice_of_the_method_assumes_about_stability(pair: Pair) -> None:
    """Stable for decay up to 3.98, for oscillations up to 1.66 over the step size."""
    powers = [1.0]
    column = np.ones(STAGES + 1)
    for _ in range(STAGES):
        powers.append(float(pair.b @ column))
        column = pair.A @ column
    growth = Polynomial(powers)
    assert np.abs(growth(-np.linspace(0.0, 3.98, 400))).max() < 1 + 1e-12
    assert np.abs(growth(1j * np.linspace(0.0, 1.66, 400))).max() < 1 + 1e-12
    assert abs(growth(-4.0)) > 1.0
    assert abs(growth(1.7j)) > 1.0
