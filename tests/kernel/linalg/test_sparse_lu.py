"""Sparse factorisation on a fixed pattern against SciPy."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.linalg import spsolve

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.sparse import SparseLU


def random_matrix(n, density, seed):
    generator = np.random.default_rng(seed)
    matrix = sp.random_array((n, n), density=density, rng=generator, data_sampler=generator.normal)
    return (matrix + sp.diags_array(generator.normal(size=n))).tocsc()


def factors_of(matrix):
    matrix.sort_indices()
    return SparseLU(matrix.indptr, matrix.indices)


def chain(n, stiffness, damping, shift):
    """shift I - J of n masses in a row, states (positions | speeds)."""
    difference = sp.diags_array([np.ones(n), -np.ones(n - 1)], offsets=[0, -1])
    laplace = -(difference.T @ difference)
    jacobian = sp.block_array(
        [[None, sp.eye_array(n)], [stiffness * laplace, damping * laplace]], format="csc"
    )
    return (shift * sp.eye_array(2 * n) - jacobian).tocsc()


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("n", "density"), [(1, 1.0), (5, 0.5), (40, 0.1), (300, 0.01)])
def test_solutions_agree_with_scipy(n, density, seed):
    matrix = random_matrix(n, density, seed)
    lu = factors_of(matrix)
    lu.factor(matrix.data)
    right = np.random.default_rng(seed).normal(size=n)
    found = lu.solve(right)
    assert np.abs(matrix @ found - right).max() <= 1e-11 * max(1.0, np.abs(found).max())
    assert np.allclose(found, spsolve(matrix, right), rtol=1e-6, atol=1e-8 * np.abs(found).max())


@pytest.mark.parametrize("seed", range(6))
def test_other_values_need_no_new_analysis_until_a_pivot_decays(seed):
    generator = np.random.default_rng(seed)
    matrix = random_matrix(200, 0.02, seed)
    matrix += sp.diags_array(np.full(200, 20.0)).tocsc()
    lu = factors_of(matrix)
    right = generator.normal(size=200)
    for _ in range(5):
        values = matrix.data * generator.uniform(0.9, 1.1, matrix.data.size)
        lu.factor(values)
        changed = sp.csc_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)
        assert np.abs(changed @ lu.solve(right) - right).max() < 1e-12
    assert lu.analyses == 1


def test_a_vanishing_pivot_asks_for_a_new_analysis():
    matrix = sp.csc_array(np.array([[2.0, 1.0], [1.0, 3.0]]))
    lu = factors_of(matrix)
    lu.factor(matrix.data)
    lu.factor(np.array([0.0, 1.0, 1.0, 0.0]))
    assert lu.analyses == 2
    assert np.allclose(lu.solve(np.array([1.0, 2.0])), [2.0, 1.0], rtol=0, atol=0)


def test_singular_matrices_are_refused():
    matrix = sp.csc_array(np.array([[1.0, 2.0], [2.0, 4.0]]))
    with pytest.raises(DrivetrainError, match="singular"):
        factors_of(matrix).factor(matrix.data)


def test_wrong_shapes_are_refused():
    with pytest.raises(DrivetrainError, match="out of range"):
        SparseLU(np.array([0, 1]), np.array([3]))
    matrix = sp.csc_array(np.eye(2))
    lu = factors_of(matrix)
    with pytest.raises(DrivetrainError, match="needs 2 values"):
        lu.factor(np.ones(3))
    lu.factor(np.ones(2))
    with pytest.raises(DrivetrainError, match="right-hand side"):
        lu.solve(np.ones(3))


def test_a_long_chain_keeps_sparse_factors():
    matrix = chain(50_000, 1e8, 1e3, 1e4)
    lu = factors_of(matrix)
    lu.factor(matrix.data)
    right = np.sin(np.arange(100_000.0))
    assert np.abs(matrix @ lu.solve(right) - right).max() < 1e-9
    assert lu.entries < 12 * matrix.nnz
    assert lu.analyses == 1
