"""Order conditions of the Rosenbrock method, evaluated with the coefficients of the kernel."""

from __future__ import annotations

import ctypes
from math import factorial

import numpy as np
import pytest
from tests.kernel.methods.rooted_trees import density, trees

STAGES = 8


@pytest.fixture(scope="module")
def method(models):
    """Coefficients alpha, gamma, b, b of the embedded solution, and those of the extension.

    With u = h Gamma k the method reads alpha = A Gamma, b = m Gamma, Gamma^-1 = 1 / gamma - G
    (Hairer & Wanner II, IV.7).
    """
    raw = np.empty(1 + 2 * STAGES + 2 * STAGES * (STAGES - 1) + 3 * STAGES)
    models.rodas_coefficients(raw.ctypes.data_as(ctypes.c_void_p))
    gamma, c, d = raw[0], raw[1:9], raw[9:17]
    A, G = (np.zeros((STAGES, STAGES)) for _ in range(2))
    A[:, :-1], G[:, :-1] = raw[17:73].reshape(8, 7), raw[73:129].reshape(8, 7)
    full = np.linalg.inv(np.eye(STAGES) / gamma - G)
    weights = A[-1] + np.eye(STAGES)[-1]
    return {
        "alpha": A @ full,
        "gamma": full,
        "b": weights @ full,
        "embedded": A[-1] @ full,
        "c": c,
        "d": d,
        "H": raw[129:].reshape(3, STAGES) @ full,
    }


def elementary_weights(tree, alpha, beta):
    """Column of stage weights: alpha below a branching, beta below a vertex with one branch."""
    matrix = beta if len(tree) == 1 else alpha
    result = np.ones(STAGES)
    for branch in tree:
        result = result * (matrix @ elementary_weights(branch, alpha, beta))
    return result


ALL = [(order, tree) for order in range(1, 6) for tree in sorted(trees(order))]


def test_there_are_seventeen_trees():
    assert [len(trees(order)) for order in range(1, 6)] == [1, 1, 2, 4, 9]


@pytest.mark.parametrize(("order", "tree"), ALL)
def test_conditions_of_order_five(method, order, tree):
    weights = elementary_weights(tree, method["alpha"], method["alpha"] + method["gamma"])
    scale = np.abs(method["b"]) @ np.abs(weights)
    assert abs(method["b"] @ weights - 1 / density(tree)) < 1e-13 * max(scale, 1)


@pytest.mark.parametrize(("order", "tree"), [case for case in ALL if case[0] < 5])
def test_conditions_of_order_four_of_the_embedded_solution(method, order, tree):
    weights = elementary_weights(tree, method["alpha"], method["alpha"] + method["gamma"])
    scale = np.abs(method["embedded"]) @ np.abs(weights)
    assert abs(method["embedded"] @ weights - 1 / density(tree)) < 1e-13 * max(scale, 1)


def test_embedded_solution_is_not_of_order_five(method):
    tree = ((), (), (), ())
    weights = elementary_weights(tree, method["alpha"], method["alpha"] + method["gamma"])
    assert abs(method["embedded"] @ weights - 1 / 5) > 1e-4


@pytest.mark.parametrize(("order", "tree"), [case for case in ALL if case[0] < 5])
@pytest.mark.parametrize("a", [0.2, 0.5, 0.9])
def test_conditions_of_order_four_of_the_extension(method, a, order, tree):
    H = method["H"]
    b = a * (method["b"] + (1 - a) * (H[0] + a * (H[1] + a * H[2])))
    weights = elementary_weights(tree, method["alpha"], method["alpha"] + method["gamma"])
    scale = np.abs(b) @ np.abs(weights)
    assert abs(b @ weights - a**order / density(tree)) < 1e-13 * max(scale, 1)


def test_nodes_are_row_sums(method):
    assert np.allclose(method["alpha"].sum(axis=1), method["c"], rtol=0, atol=1e-13)
    assert np.allclose(method["gamma"].sum(axis=1), method["d"], rtol=0, atol=1e-13)


def stability(method, weights, z):
    """Stability function at z."""
    beta = method["alpha"] + method["gamma"]
    return 1 + z * (weights @ np.linalg.solve(np.eye(STAGES) - z * beta, np.ones(STAGES)))


@pytest.mark.parametrize("which", ["b", "embedded"])
def test_method_is_stable_on_the_imaginary_axis_and_damps_at_infinity(method, which):
    for y in 10.0 ** np.linspace(-2, 6, 200):
        assert abs(stability(method, method[which], 1j * y)) <= 1 + 1e-9
    assert abs(stability(method, method[which], -1e9)) < 1e-7


def test_stability_function_is_the_exponential_to_order_five(method):
    z = 0.01
    series = sum(z**k / factorial(k) for k in range(6))
    assert stability(method, method["b"], z) == pytest.approx(series, abs=5e-13)
