"""Columns from which the others follow without magnified rounding."""

import numpy as np
import pytest

from drivetrain.compiler.graph import select_dummies
from drivetrain.compiler.graph.volume import steadier_columns

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


def test_the_volume_gained_is_the_factor_between_the_shafts():
    row, column, value = train(3.0, 1.0)
    level = np.zeros(2 * N + 1)
    level[N + 1 :] = 10.0
    slowest = np.arange(2 * N + 1) < N
    found = steadier_columns(N, row, column, value / 3.0, level, slowest)
    assert np.flatnonzero(~found[: N + 1]).tolist() == [0]
    dense = np.zeros((N, 2 * N + 1))
    np.add.at(dense, (row, column), value)
    volumes = [abs(np.linalg.det(dense[:, basis])) for basis in (slowest, found)]
    assert volumes[1] / volumes[0] == pytest.approx(3.0**N)
