"""Multipliers: of products of transitions, without what is neutral, with exact zeros."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.cycles.floquet import Leg, Multipliers, multipliers

NOTHING = np.zeros((0, 3))
NO_FREE = np.zeros((3, 0))


def leg(matrix: np.ndarray, held: np.ndarray = NOTHING, velocity: float = 0.0) -> Leg:
    return Leg(matrix, held, np.full(3, velocity))


def test_the_product_of_all_legs_decides() -> None:
    random = np.random.default_rng(3)
    first, second = random.normal(size=(2, 3, 3))
    found = multipliers([leg(first), leg(second)], NO_FREE, False)
    assert np.sort_complex(found) == pytest.approx(
        np.sort_complex(np.linalg.eigvals(second @ first))
    )
    assert (np.diff(np.abs(found)) <= 1e-12).all()


def test_a_lock_within_the_period_leaves_an_exact_zero() -> None:
    random = np.random.default_rng(4)
    first, second = random.normal(size=(2, 3, 3))
    first[1] = 0.0
    held = np.array([[0.0, 1.0, 0.0]])
    found = multipliers([leg(first), leg(second, held)], NO_FREE, False)
    assert (found == 0).sum() == 1
    expected = np.linalg.eigvals(second @ first)
    assert np.sort(np.abs(found)) == pytest.approx(np.sort(np.abs(expected)), abs=1e-12)


def test_what_is_always_held_has_no_multiplier() -> None:
    held = np.array([[0.0, 1.0, 0.0]])
    found = multipliers([leg(np.diag([0.5, 0.0, 0.2]), held)], NO_FREE, False)
    assert found == pytest.approx([0.5, 0.2])


def test_a_defective_pair_is_split_off_exactly() -> None:
    """Numerically the pair of ones of a free shaft would come out as 1 ± 1e-8."""
    matrix = np.array([[1.0, 0.7, 0.3], [0.0, 1.0, 0.4], [0.0, 0.0, 0.25]])
    found = multipliers([leg(matrix)], np.eye(3)[:, :2], False)
    assert found.tolist() == [0.25]


def test_the_shift_in_time_is_split_off() -> None:
    """The velocity is mapped to itself."""
    v = np.array([1.0, 2.0, -1.0])
    matrix = np.outer(v, v) / (v @ v) + 0.3 * (np.eye(3) - np.outer(v, v) / (v @ v))
    found = multipliers([Leg(matrix, NOTHING, v)], NO_FREE, True)
    assert found == pytest.approx([0.3, 0.3])


def test_what_they_say_about_stability() -> None:
    some = Multipliers(np.array([0.9 + 0j, 0.0]), ("rotor.phi",), True)
    assert some.is_stable
    assert some.all == pytest.approx([0.9, 0.0, 1.0, 1.0])
    assert not Multipliers(np.array([1.1 + 0j])).is_stable
    neutral = Multipliers(np.array([1.0 + 1e-9j]))
    assert neutral.is_neutral
    assert not neutral.is_stable
    undecided = Multipliers(np.array([0.1 + 0j]), complete=False)
    assert not undecided.is_stable
    assert not undecided.is_neutral
    assert Multipliers(np.empty(0, dtype=complex)).is_stable
