"""Constraints that tie nothing are told apart without a look at their whole graph."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler.structure.kinematic_lock_up import _grounded, _is_loose, _square_part

constraints = st.lists(
    st.lists(st.integers(0, 9), min_size=2, max_size=4, unique=True), min_size=1, max_size=10
)


def entries(rows):
    """Return row and column numbers."""
    pairs = [(k, motion) for k, motions in enumerate(rows) for motion in motions]
    return np.array(pairs, dtype=np.int64).T


@given(constraints)
def test_what_is_loose_has_no_square_part(rows):
    row, column = entries(rows)
    if _is_loose(row, column):
        assert _square_part(row, column) is None


def test_springs_along_a_shaft_are_loose():
    n = 50  # the twist of spring k is motion 100 + k
    assert _is_loose(*entries([[k, k + 1, 100 + k] for k in range(n)]))


def test_two_gears_between_the_same_shafts_are_not():
    assert not _is_loose(*entries([[0, 1], [0, 1]]))
    assert not _is_loose(*entries([[0, 1], [0, 1], [1, 2]]))


def test_no_constraints_at_all():
    none = np.empty(0, dtype=np.int64)
    assert _is_loose(none, none)


@given(constraints, st.randoms(use_true_random=False))
def test_what_single_constraints_hold_is_found_in_any_order(rows, random):
    singles = [[motion] for motion in random.sample(range(10), 2)]
    row, column = entries([*rows, *singles])
    live = np.ones(len(row), dtype=bool)
    while (alone := np.bincount(row[live], minlength=20)[row] == 1)[live].any():
        live &= ~np.isin(column, column[live & alone])
    held = _grounded(row, column, 20, 10)
    assert np.array_equal(live, ~held[column])


def test_each_link_of_a_grounded_train_is_looked_at_once(monkeypatch):
    """Ground, gear, gear, …: each motion is held as soon as the one before is."""
    n, looks = 300, []
    monkeypatch.setattr(np, "bincount", spied(np.bincount, looks))
    held = _grounded(*entries([[0], *([k, k + 1] for k in range(n))]), n + 1, n + 1)
    assert held.all()
    assert len(looks) < 5


def spied(function, calls):
    """Return a function that notes its calls."""

    def spy(*args, **options):
        calls.append(args)
        return function(*args, **options)

    return spy
