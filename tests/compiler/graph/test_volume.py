"""Columns from which the others follow without magnified rounding."""

import numpy as np
import pytest

from drivetrain.compiler.graph import select_dummies
from drivetrain.compiler.graph.volume import FIRM, steadier_columns

N = 12


def train(ratio, housed):
    """Return rows ``w[k] - ratio w[k + 1] + (ratio - 1) h[k] = 0``: shafts, then housings."""
    row = np.repeat(np.arange(N), 3)
    column = np.stack([np.arange(N), np.arange(1, N + 1), np.arange(N + 1, 2 * N + 1)], axis=1)
    value = np.tile([1.0, -ratio, (ratio - 1.0) * housed], N)
    return row, column.ravel(), value


def kept(ratio, wish=None, weight=0.5, housed=1.0):
    """Return the shafts that stay states; the housings are wanted as states."""
    row, column, value = train(ratio, housed)
    priority = np.zeros((2 * N + 1, 2))
    priority[N + 1 :] = 10.0
    if wish is not None:
        priority[wish] = weight
    c, d = np.ones(N), np.ones(2 * N + 1)
    found = select_dummies(c, d, row, column, np.zeros(row.size), value, priority)
    assert found.chain.max() <= N
    return np.setdiff1d(np.arange(N + 1), found.chain).tolist()


@pytest.mark.parametrize(("ratio", "fastest"), [(3.0, 0), (-3.0, 0), (0.25, N)])
def test_the_fastest_shaft_of_a_train_on_housings_stays_a_state(ratio, fastest):
    assert kept(ratio) == [fastest]
    assert kept(ratio, wish=N - fastest) == [fastest]


def test_a_wish_of_one_or_more_counts_before():
    assert kept(3.0, wish=N // 2, weight=1.0) == [N // 2]


def test_what_magnifies_little_or_cannot_cancel_stays_as_it_is():
    assert kept(1.5) == [N]
    assert kept(3.0, housed=0.0) == [N]


def elastic_train(ratio, firm=()):
    """Return shafts that are states and twists that are none: ``w[k] / i - w[k + 1] + twist[k]``.

    The last shaft has a demanded start; the twists are preferred, some of them at any cost.
    """
    n = ratio.size
    k = np.arange(n)
    row = np.repeat(k, 3)
    column = np.stack([k, k + 1, k + n + 1], axis=1).ravel()
    value = np.stack([1.0 / ratio, -np.ones(n), np.ones(n)], axis=1).ravel()
    priority = np.zeros((2 * n + 1, 2))
    priority[n] = 1.0
    priority[n + 1 :] = 10.0
    priority[[n + 1 + k for k in firm]] = FIRM
    zero, one = np.zeros(row.size), np.ones(2 * n + 1)
    dummies = select_dummies(np.ones(n), one, row, column, zero, value, priority).chain
    twists = dummies[dummies > n] - n - 1
    return np.setdiff1d(np.arange(n + 1), dummies).tolist(), twists.tolist()


@pytest.mark.parametrize(("n", "kept"), [(6, 6), (7, 0), (400, 0)])
def test_a_demanded_start_is_no_state_where_three_digits_are_at_stake(n, kept):
    assert 3.0**6 < 1000 < 3.0**7
    assert elastic_train(np.full(n, 3.0)) == ([kept], [])


def valley(n):
    """Return the ratios of a train that goes as far up again as down."""
    return np.repeat([3.0, 1.0 / 3.0], n)


def test_a_preferred_twist_is_no_state_where_half_of_all_digits_are_at_stake():
    """Both ends are fast; from the one to the other all goes through the slow shaft n."""
    assert 3.0**16 < np.finfo(float).eps ** -0.5 < 3.0**17
    assert len(elastic_train(valley(16))[0]) == 1
    assert elastic_train(valley(17)) == ([0, 34], [16])


def test_a_twist_that_is_to_be_a_state_whenever_possible_stays_one():
    assert elastic_train(valley(20)) == ([0, 40], [19])
    shafts, twists = elastic_train(valley(20), firm=[19])
    assert shafts == [0, 40]
    assert twists in ([18], [20])
    assert len(elastic_train(valley(20), firm=range(40))[0]) == 1


def test_an_exchange_multiplies_the_volume_by_its_factor():
    row, column, value = train(3.0, 1.0)
    kind, level = np.zeros(2 * N + 1, dtype=np.intp), np.zeros(2 * N + 1)
    level[N + 1 :] = 10.0
    slowest = np.arange(2 * N + 1) < N
    found = steadier_columns(N, row, column, value / 3.0, level, kind, slowest)
    assert np.flatnonzero(~found[: N + 1]).tolist() == [0]
    dense = np.zeros((N, 2 * N + 1))
    np.add.at(dense, (row, column), value)
    volumes = [abs(np.linalg.det(dense[:, basis])) for basis in (slowest, found)]
    assert volumes[1] / volumes[0] == pytest.approx(3.0**N)


def test_unknowns_of_different_kinds_are_not_compared():
    row, column, value = train(3.0, 1.0)
    kind, level = np.zeros(2 * N + 1, dtype=np.intp), np.zeros(2 * N + 1)
    level[N + 1 :] = 10.0
    kind[N] = 1
    slowest = np.arange(2 * N + 1) < N
    found = steadier_columns(N, row, column, value / 3.0, level, kind, slowest)
    assert (found == slowest).all()
