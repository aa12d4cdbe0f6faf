"""The pair of rules on a cell: exact up to the degrees that theory tells."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.order_analysis.quadrature import (
    NODES,
    SEVEN_WEIGHTS,
    WEIGHTS,
    interpolation,
)


@pytest.mark.parametrize(("weights", "degree"), [(WEIGHTS, 23), (SEVEN_WEIGHTS, 13)])
def test_polynomials_up_to_a_degree_are_integrated_exactly(weights: object, degree: int) -> None:
    """Degree 3 n + 2 for odd n with Kronrod's nodes, 2 n - 1 with Gauss's (n = 7)."""
    w = np.asarray(weights)
    errors = [abs(w @ NODES**k - (0 if k % 2 else 2 / (k + 1))) for k in range(degree + 2)]
    assert max(errors[: degree + 1]) < 4e-16
    assert errors[degree + 1] > 1e-12


def test_the_seven_nodes_are_those_of_gauss() -> None:
    nodes, weights = np.polynomial.legendre.leggauss(7)
    used = SEVEN_WEIGHTS != 0
    assert NODES[used] == pytest.approx(nodes, abs=1e-15)
    assert SEVEN_WEIGHTS[used] == pytest.approx(weights, abs=1e-15)


def test_polynomials_are_found_between_the_nodes() -> None:
    points = np.concatenate([np.linspace(-1, 1, 33), NODES])
    polynomial = np.polynomial.Chebyshev(np.random.default_rng(1).normal(size=15))
    assert polynomial(NODES) @ interpolation(points) == pytest.approx(polynomial(points), abs=1e-12)
