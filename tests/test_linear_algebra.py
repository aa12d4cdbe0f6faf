"""Least squares against those of LAPACK."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.linear_algebra import least_squares, matrix_product, size_of

SHAPES = [(1, 1), (3, 3), (7, 4), (4, 7), (30, 30), (60, 20), (5, 1), (1, 5)]


@pytest.mark.parametrize(("m", "n"), SHAPES)
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_least_squares_of_any_rank(m: int, n: int, missing: int) -> None:
    rng = np.random.default_rng(m * n + missing)
    rank = max(min(m, n) - missing, 0)
    matrix = rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))
    for right in (rng.normal(size=m), rng.normal(size=(m, 3))):
        expected = np.linalg.lstsq(matrix, right, rcond=1e-10)[0]
        found = least_squares(matrix, right)
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-9)


def test_the_inverse_of_a_singular_matrix() -> None:
    matrix = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    np.testing.assert_allclose(
        least_squares(matrix, np.eye(3)), np.linalg.pinv(matrix, rcond=1e-10), atol=1e-13
    )


def test_columns_of_very_different_size() -> None:
    matrix = np.array([[1e8, 1.0], [1e8, -1.0], [0.0, 1e-3]])
    x = np.array([3e-8, -2.0])
    np.testing.assert_allclose(least_squares(matrix, matrix @ x), x, rtol=1e-12)


def test_what_is_not_finite_gives_no_number() -> None:
    found = least_squares(np.array([[np.nan, 1.0], [0.0, 1.0]]), np.ones(2))
    assert not found.any() or not np.isfinite(found).all()


@pytest.mark.parametrize(("m", "n"), SHAPES)
def test_products(m: int, n: int) -> None:
    rng = np.random.default_rng(1)
    matrix, vector, other = rng.normal(size=(m, n)), rng.normal(size=n), rng.normal(size=(n, 3))
    np.testing.assert_allclose(
        matrix_product(matrix, vector), matrix @ vector, rtol=1e-12, atol=1e-14
    )
    np.testing.assert_allclose(
        matrix_product(matrix, other), matrix @ other, rtol=1e-12, atol=1e-14
    )
    assert size_of(vector) == pytest.approx(np.linalg.norm(vector), rel=1e-14)
