"""Large linear blocks against SciPy and dense least squares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.testing import assert_allclose
from scipy.sparse.linalg import spsolve

from drivetrain.kernel.description.blocks import BlockShape, SparseBlock
from drivetrain.kernel.status import BlockCode


def block_of(matrix, torn, shared=None):
    matrix = sp.csc_array(matrix)
    matrix.sort_indices()
    arrays = (matrix.indptr, matrix.indices, torn)
    shape = BlockShape(
        *(np.asarray(a, dtype=np.int64) for a in arrays),
        shared=None if shared is None else np.array(shared),
    )
    return SparseBlock(shape), np.asarray(matrix.data, dtype=float)


def random_matrix(n, seed):
    draw = np.random.default_rng(seed)
    matrix = sp.random_array((n, n), density=min(3 / n, 1.0), rng=draw, data_sampler=draw.normal)
    return (matrix + sp.diags_array(draw.normal(size=n))).tocsc()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("n", [1, 7, 60, 400])
def test_a_regular_block_is_solved_whatever_was_before(n, seed):
    matrix, right = random_matrix(n, seed), np.random.default_rng(seed).normal(size=n)
    block, values = block_of(matrix, np.arange(n // 2))
    previous = np.full(n // 2, 7.0)
    code, found = block.solve(values, right, previous)
    assert code == BlockCode.OK
    assert np.abs(matrix @ found - right).max() <= 1e-11 * max(1.0, np.abs(found).max())
    assert_allclose(found, spsolve(matrix, right), rtol=1e-6, atol=1e-8 * np.abs(found).max())
    assert_allclose(previous, found[: n // 2])


def held(n, locks, inertia=2.0):
    """A shaft of n + 1 discs; elements hold the difference of two accelerations, or one.

    Unknowns are accelerations, then the torques of the elements, which are torn.
    """
    m = len(locks)
    matrix = np.zeros((n + 1 + m, n + 1 + m))
    matrix[: n + 1, : n + 1] = inertia * np.eye(n + 1)
    for k, (i, j) in enumerate(locks):
        for disc, sign in ((i, 1.0), (j, -1.0)):
            if disc is not None:
                matrix[disc, n + 1 + k] = sign
                matrix[n + 1 + k, disc] = sign
    return matrix, n + 1 + np.arange(m)


LOCKS = {
    "beside each other": [(0, 1), (0, 1), (1, 2)],
    "a ring": [(0, 1), (1, 2), (0, 2), (2, 3)],
    "all on one disc": [(0, None)] * 40,
    "a long stack, twice": [(k, k + 1) for k in range(60)] * 2,
    "a stack between brakes": [(0, None), *((k, k + 1) for k in range(100)), (100, None)],
}


@pytest.mark.parametrize("case", LOCKS)
def test_redundant_locks_share_by_the_least_change(case):
    locks = LOCKS[case]
    n = max(disc for pair in locks for disc in pair if disc is not None)
    matrix, torn = held(n, locks)
    draw = np.random.default_rng(1)
    right = np.concatenate([draw.normal(size=n + 1), np.zeros(len(locks))])
    before = draw.normal(size=len(locks))
    block, values = block_of(matrix, torn)
    assert block.rank(values) == np.linalg.matrix_rank(matrix) < len(matrix)
    previous = before.copy()
    code, found = block.solve(values, right, previous)
    assert code == BlockCode.OK
    assert_allclose(matrix @ found, right, atol=1e-12)
    # Of all torques that do it: those before, moved by a combination of the rows of what they do.
    does = matrix[: n + 1, n + 1 :]
    exact = before + np.linalg.pinv(does) @ (right[: n + 1] - 2.0 * found[: n + 1] - does @ before)
    assert_allclose(found[torn], exact, atol=1e-11)
    assert_allclose(previous, found[torn])


def test_what_is_not_shared_takes_up_what_is_left_open():
    """Two elements hold one motion; of the torques only that of the second is to stay."""
    matrix, torn = held(1, [(0, 1), (0, 1)])
    block, values = block_of(matrix, torn, shared=[1])
    code, found = block.solve(values, np.array([2.0, 0.0, 0.0, 0.0]), np.array([5.0, 0.25]))
    assert code == BlockCode.OK
    assert_allclose(found, [0.5, 0.5, 0.75, 0.25], atol=1e-14)


def test_what_contradicts_itself_is_singular():
    matrix, torn = held(1, [(0, 1), (0, 1)])
    block, values = block_of(matrix, torn)
    code, _ = block.solve(values, np.array([0.0, 0.0, 1.0, 2.0]), np.zeros(2))
    assert code == BlockCode.SINGULAR


def test_what_is_not_finite_is_singular():
    block, values = block_of(np.eye(3), np.arange(1))
    code, _ = block.solve(values * [1.0, np.nan, 1.0], np.ones(3), np.zeros(1))
    assert code == BlockCode.SINGULAR


def test_a_solution_does_not_depend_on_what_was_solved_before():
    first, torn = held(40, [(k, k + 1) for k in range(40)])
    other = first.copy()
    other[45:60] = 0.0
    other[range(45, 60), range(45, 60)] = 1.0  # these slide: their torque is given
    right = np.random.default_rng(2).normal(size=len(first))
    used, values = block_of(sp.csc_array((first != 0) | (other != 0)), torn)
    column = np.repeat(np.arange(len(first)), np.diff(used._shape.pointers))
    both = [np.asarray(m[used._shape.rows, column]) for m in (first, other)]
    alone = [SparseBlock(used._shape).solve(v, right, np.zeros(40))[1] for v in both]
    for k in (0, 1, 1, 0, 1):
        code, found = used.solve(both[k], right, np.zeros(40))
        assert code == BlockCode.OK
        assert np.array_equal(found, alone[k])
    assert values.shape == both[0].shape


def test_a_block_that_has_to_have_a_single_solution_has_one_or_none():
    matrix, torn = held(1, [(0, 1), (0, 1)])
    block, values = block_of(matrix, torn)
    strict = SparseBlock(replace(block._shape, nonsingular=True))
    assert strict.solve(values, np.zeros(4), np.zeros(2))[0] == BlockCode.SINGULAR
    assert block.solve(values, np.zeros(4), np.zeros(2))[0] == BlockCode.OK


def geared(draw, n_discs, n_locks):
    """Discs that gears and planetaries let turn in one way, more of them than it takes.

    Unknowns are accelerations, then the torques of the gears, which are torn.
    """
    speed = np.exp(draw.normal(size=n_discs)) * draw.choice([-1.0, 1.0], n_discs)
    matrix = np.zeros((n_discs + n_locks, n_discs + n_locks))
    matrix[:n_discs, :n_discs] = np.diag(np.exp(draw.normal(size=n_discs)))
    for k in range(n_discs, n_discs + n_locks):
        a, b, c = draw.choice(n_discs, 3, replace=False)
        if draw.random() < 0.7:
            factors = {a: 1.0, b: -speed[a] / speed[b]}
        else:
            ratio = (speed[c] - speed[a]) / (speed[b] - speed[c])
            factors = {a: 1.0, b: ratio, c: -(1.0 + ratio)}
        for disc, factor in factors.items():
            matrix[disc, k] = matrix[k, disc] = factor
    return matrix, np.arange(n_discs, n_discs + n_locks)


@pytest.mark.parametrize("part", range(4))
def test_rounding_in_rings_of_gears_is_no_pivot(part):
    for seed in range(part, 1000, 4):
        draw = np.random.default_rng(seed)
        n_discs = int(draw.integers(3, 40))
        matrix, torn = geared(draw, n_discs, int(draw.integers(n_discs // 2 + 1, 2 * n_discs)))
        does = matrix[:n_discs, n_discs:]
        singular = np.linalg.svd(does, compute_uv=False)
        rank = int((singular > 1e-10 * singular[0]).sum())
        block, values = block_of(matrix, torn)
        assert block.rank(values) == n_discs + rank, f"seed {seed}"
        right = np.concatenate([draw.normal(size=n_discs), np.zeros(len(torn))])
        before = draw.normal(size=len(torn))
        code, found = block.solve(values, right, before.copy())
        assert code == BlockCode.OK
        moves = matrix[:n_discs, :n_discs] @ found[:n_discs]
        exact = before + np.linalg.pinv(does, 1e-10) @ (right[:n_discs] - moves - does @ before)
        condition = (singular[0] / singular[rank - 1]) ** 2
        assert_allclose(found[torn], exact, atol=1e-11 * condition, err_msg=f"seed {seed}")


@pytest.mark.parametrize("part", range(4))
def test_small_pivots_that_are_more_than_rounding_count(part):
    for seed in range(part, 200, 4):
        draw = np.random.default_rng(seed)
        n = int(draw.integers(3, 60))
        left, right = (np.linalg.qr(draw.normal(size=(n, n)))[0] for _ in range(2))
        size = np.ones(n)
        size[:2] = 10.0 ** draw.uniform(-9, -6, 2)
        block, values = block_of(left @ np.diag(size) @ right, np.arange(n))
        assert block.rank(values) == n, f"seed {seed}"


def test_the_smallest_discs_between_clutches_count():
    for seed in range(40):
        draw = np.random.default_rng(seed)
        n = int(draw.integers(5, 200))
        matrix, torn = held(n, [(k, k + 1) for k in range(n)])
        heavy = np.where(draw.random(n + 1) < 0.3, 1.0, 1e8)
        matrix[range(n + 1), range(n + 1)] = 10.0 ** draw.uniform(-9, 1, n + 1) * heavy
        block, values = block_of(matrix, torn)
        assert block.rank(values) == len(matrix), f"seed {seed}"


def test_a_pattern_that_no_values_make_regular_is_no_end():
    matrix, torn = held(1, [(0, 1)] * 30)
    block, values = block_of(matrix, torn)
    assert block.rank(values) == 3
