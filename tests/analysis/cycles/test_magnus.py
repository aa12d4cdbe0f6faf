"""The solution of linear equations with changing coefficients, and the matrix exponential."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from drivetrain.analysis.cycles.magnus import NODES, exponents, transitions

Floats = np.ndarray[Any, Any]


def changing(t: float) -> Floats:
    """Return a matrix that does not commute with itself at other instants."""
    random = np.random.default_rng(1)
    a, b, c = random.normal(size=(3, 4, 4))
    return np.asarray(a + b * np.sin(3 * t) + c * t * np.cos(2 * t))


def solution(panels: int) -> tuple[Floats, float]:
    edges = np.linspace(0.0, 1.0, panels + 1)
    lengths = np.diff(edges)
    nodes = edges[:-1, None] + lengths[:, None] * NODES
    values = np.array([[changing(t) for t in row] for row in nodes])
    made = exponents(values, lengths)
    found = np.eye(4)
    for step in transitions(made.matrices):
        found = step @ found
    return found, float(made.doubts.max())


def test_the_error_is_of_order_six() -> None:
    exact, _ = solution(400)
    errors = [np.abs(solution(panels)[0] - exact).max() for panels in (8, 16, 32)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders == pytest.approx([6.0, 6.0], abs=0.2)


def test_the_doubt_of_a_panel_is_that_of_order_four() -> None:
    doubts = [solution(panels)[1] for panels in (8, 16, 32)]
    orders = np.log2(np.array(doubts[:-1]) / doubts[1:])
    assert orders == pytest.approx([5.0, 5.0], abs=0.3)


def test_constant_coefficients_need_one_panel_however_stiff() -> None:
    """``x' = -1e6 (x - y)``, ``y' = -y`` for ten seconds: only the slow part is left."""
    matrix = np.array([[-1e6, 1e6], [0.0, -1.0]])
    made = exponents(np.broadcast_to(matrix, (1, 3, 2, 2)), np.array([10.0]))
    assert made.doubts[0] <= 1e-6
    slow = np.exp(-10.0)
    assert transitions(made.matrices)[0] == pytest.approx(
        np.array([[0.0, slow * 1e6 / (1e6 - 1)], [0.0, slow]]), rel=1e-9, abs=1e-30
    )


@pytest.mark.parametrize("size", [1e-9, 0.3, 4.0, 60.0])
def test_exponentials_are_those_of_scipy(size: float) -> None:
    matrices = size * np.random.default_rng(2).normal(size=(20, 5, 5)) / np.sqrt(5)
    for found, matrix in zip(transitions(matrices), matrices, strict=True):
        expected = expm(matrix)
        assert np.abs(found - expected).max() <= 1e-11 * np.abs(expected).max()


def test_a_rotation_keeps_its_length() -> None:
    turned = transitions(np.array([[[0.0, 1e3], [-1e3, 0.0]]]))[0]
    assert turned @ turned.T == pytest.approx(np.eye(2), abs=1e-11)
    still = transitions(np.zeros((2, 3, 3)))
    assert still == pytest.approx(np.array([np.eye(3)] * 2), abs=1e-15)
