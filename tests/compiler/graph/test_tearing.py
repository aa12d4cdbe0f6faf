"""Algebraic loops taken apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler.graph import tear


def torn(n, entries, hard=()):
    equation, unknown = np.array(entries).T
    return tear(n, equation, unknown, [entry not in hard for entry in entries])


def test_two_by_two():
    # 0: v0 + v1 = 1    1: v0 - v1 = 0
    found = torn(2, [(0, 0), (0, 1), (1, 0), (1, 1)])
    assert found.tearing.tolist() == [0]
    assert found.sequence.tolist() == [[0, 1]]
    assert found.residual.tolist() == [1]


def test_a_ladder_needs_one_guess():
    # k: v[k - 1] - 2 v[k] + v[k + 1] = 0 for k = 0 … 5
    n = 6
    found = torn(n, [(k, j) for k in range(n) for j in (k - 1, k, k + 1) if 0 <= j < n])
    # v1 is the first of those in three equations: v0 follows from 0, v2 from 1, v3 from 2, …
    assert found.tearing.tolist() == [1]
    assert found.sequence.tolist() == [[0, 0], [1, 2], [2, 3], [3, 4], [4, 5]]
    assert found.residual.tolist() == [5]


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_square_mesh_needs_one_row_of_guesses(seed):
    # v[i, j] and its four neighbours in every equation of an 8 by 8 mesh, in any order
    i, j = np.divmod(np.arange(64), 8)
    near = np.abs(i[:, np.newaxis] - i) + np.abs(j[:, np.newaxis] - j) <= 1
    draw = np.random.default_rng(seed)
    equation, unknown = np.nonzero(near[draw.permutation(64)][:, draw.permutation(64)])
    assert tear(64, equation, unknown, np.ones(equation.size, dtype=bool)).tearing.size <= 9


def test_coupled_clutches_are_torn_at_their_curve_parameters():
    # Three inertias, two clutches: unknowns a0, a1, a2, tau0, tau1, s0, s1
    # 0: J a0 = u - tau0     1: J a1 = tau0 - tau1     2: J a2 = tau1
    # 3: a0 - a1 = where(locked0, 0, s0 - 1)     5: tau0 = where(locked0, s0, mu)
    # 4: a1 - a2 = where(locked1, 0, s1 - 1)     6: tau1 = where(locked1, s1, mu)
    entries = [(0, 0), (0, 3), (1, 1), (1, 3), (1, 4), (2, 2), (2, 4)]
    entries += [(3, 0), (3, 1), (3, 5), (4, 1), (4, 2), (4, 6), (5, 3), (5, 5), (6, 4), (6, 6)]
    found = torn(7, entries, hard={(3, 5), (4, 6), (5, 5), (6, 6)})
    assert found.tearing.tolist() == [5, 6]
    assert found.sequence.tolist() == [[5, 3], [6, 4], [0, 0], [1, 1], [2, 2]]
    assert found.residual.tolist() == [3, 4]


def test_nothing_can_be_solved():
    found = torn(2, [(0, 0), (0, 1), (1, 0), (1, 1)], hard={(0, 0), (0, 1), (1, 0), (1, 1)})
    assert found.tearing.tolist() == [0, 1]
    assert found.sequence.shape == (0, 2)
    assert found.residual.tolist() == [0, 1]


def test_a_repeated_entry_is_solvable_only_if_all_repetitions_are():
    # v0 occurs twice in the only equation, once nonlinearly
    assert tear(1, [0, 0], [0, 0], [True, False]).residual.tolist() == [0]
    assert tear(1, [0, 0], [0, 0], [True, True]).sequence.tolist() == [[0, 0]]


def test_unknowns_that_are_hard_to_solve_for_are_torn_first():
    # both unknowns occur twice; v1 can be had from 0 only, v0 from both
    found = torn(2, [(0, 0), (0, 1), (1, 0), (1, 1)], hard={(1, 1)})
    assert found.tearing.tolist() == [1]
    assert found.sequence.tolist() == [[0, 0]]


def test_an_empty_block():
    found = tear(0, [], [], [])
    assert found.tearing.size == found.residual.size == 0
    assert found.sequence.shape == (0, 2)


@pytest.mark.parametrize("seed", [None, 2])
def test_a_long_ladder_in_any_order(seed):
    n = 50_000
    equation, unknown, solvable = _ladder(n)
    if seed is not None:
        draw = np.random.default_rng(seed)
        equation, unknown = draw.permutation(n)[equation], draw.permutation(n)[unknown]
    found = tear(n, equation, unknown, solvable)
    assert found.sequence.shape[0] + found.residual.size == n
    assert found.tearing.size <= n / 25 + 1


def test_a_ladder_needs_one_guess_as_long_as_rounding_does_not_grow():
    assert tear(40, *_ladder(40)).tearing.size == 1
    assert tear(80, *_ladder(80)).tearing.size == 3


def _train(n, ratio, offset):
    """Return ``v[k] - ratio v[k + 1] + offset v[0] = 0``; the last closes the ring."""
    k = np.arange(n)
    equation, unknown = np.tile(k, 3), np.concatenate([k, (k + 1) % n, 0 * k])
    return equation, unknown, np.repeat([1.0, -ratio, offset], n)


@pytest.mark.parametrize("ratio", [1.01, 2.0, 10.0, 0.1, -50.0, 1000.0])
def test_an_error_grows_a_few_thousandfold_at_most(ratio):
    n = 40
    equation, unknown, factor = _train(n, ratio, 0.0)
    solvable = np.ones(equation.size, dtype=bool)
    assert tear(n, equation, unknown, solvable).tearing.size == 1
    found = tear(n, equation, unknown, solvable, factor)
    matrix = np.zeros((n, n))
    np.add.at(matrix, (equation, unknown), factor)
    steps, results = found.sequence.T
    growth = np.linalg.solve(matrix[np.ix_(steps, results)], matrix[np.ix_(steps, found.tearing)])
    assert np.abs(growth).max() < 5e3
    # where each step multiplies by so much, no more guesses than there have to be
    steps_of_a_guess = np.log(1e3) / abs(np.log(abs(ratio)))
    assert found.tearing.size <= 1 + n / max(steps_of_a_guess, 1.0)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ratio", [0.3, 1.8, 4.0])
def test_what_follows_from_guesses_is_right(seed, ratio):
    """Rounding is that of a guess, not multiplied by a power of the ratio."""
    n, draw = 40, np.random.default_rng(seed)
    equation, unknown, factor = _train(n, ratio, 0.3)
    matrix = np.zeros((n, n))
    np.add.at(matrix, (equation, unknown), factor)
    right = matrix @ draw.uniform(-1.0, 1.0, n)
    found = tear(n, equation, unknown, np.ones(3 * n, dtype=bool), factor)
    order = [*found.tearing, *found.sequence[:, 1]]
    rows = [*found.residual, *found.sequence[:, 0]]
    error = _solved(matrix[np.ix_(rows, order)], right[rows], len(found.tearing))
    exact = np.linalg.solve(matrix, right)[order]
    np.testing.assert_allclose(error, exact, rtol=0, atol=1e-11)


def _solved(matrix, right, n_torn):
    """Solve for the first unknowns by what follows from them, then let it follow."""

    def follow(torn, right):
        values = np.append(torn, np.zeros(len(right) - n_torn))
        for k in range(n_torn, len(right)):
            values[k] = (right[k] - matrix[k, :k] @ values[:k]) / matrix[k, k]
        return values, right[:n_torn] - matrix[:n_torn] @ values

    rest = follow(np.zeros(n_torn), right)[1]
    columns = [-follow(unit, 0.0 * right)[1] for unit in np.eye(n_torn)]
    return follow(np.linalg.solve(np.stack(columns, axis=1), rest), right)[0]


def test_a_factor_that_is_not_known_neither_grows_nor_shrinks():
    equation, unknown, factor = _train(40, 1000.0, 0.0)
    solvable = np.ones(equation.size, dtype=bool)
    assert tear(40, equation, unknown, solvable, np.nan * factor).tearing.size <= 3


def _ladder(n):
    k = np.arange(n)
    equation, unknown = np.concatenate([k, k[1:], k[:-1]]), np.concatenate([k, k[:-1], k[1:]])
    return equation, unknown, np.ones(equation.size, dtype=bool)


@st.composite
def loops(draw):
    n = draw(st.integers(1, 9))
    node = st.integers(0, n - 1)
    entries = draw(st.lists(st.tuples(node, node, st.booleans()), min_size=1, max_size=4 * n))
    return n, np.array(entries).astype(int).T


@given(loops())
def test_every_equation_uses_only_what_is_known(loop):
    n, (equation, unknown, solvable) = loop
    found = tear(n, equation, unknown, solvable)
    assert found.residual.size == found.tearing.size
    equations = np.concatenate([found.sequence[:, 0], found.residual])
    unknowns = np.concatenate([found.tearing, found.sequence[:, 1]])
    assert np.array_equal(np.sort(equations), np.arange(n))
    assert np.array_equal(np.sort(unknowns), np.arange(n))
    known = set(found.tearing.tolist())
    for own, result in found.sequence.tolist():
        mine = equation == own
        assert set(unknown[mine].tolist()) - known == {result}
        assert solvable[mine & (unknown == result)].all()
        known.add(result)
