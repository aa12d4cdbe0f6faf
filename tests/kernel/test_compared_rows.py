"""Sensitivities of two runs beside each other, and the memory that they are in."""

from __future__ import annotations

import gc
from itertools import product

import numpy as np
import pytest

import drivetrain as dt
from drivetrain.kernel.sensitivity import compare_rows

ROWS, OTHERS = np.array([0, 2, 3]), np.array([1, 2, 4])


def changes(seed: int) -> np.ndarray:
    """Return changes of 2 states in 3 directions at 5 rows, in the middle of longer rows."""
    wide = np.random.default_rng(seed).normal(size=(5, 9))
    return wide[:, 2:8].reshape(5, 2, 3)


def test_largest_sizes_and_distances() -> None:
    ours, theirs = changes(1), changes(2)
    largest, apart = compare_rows(ours, ROWS, theirs, OTHERS)
    assert np.array_equal(largest, np.abs(ours[ROWS]).max(axis=0))
    assert np.array_equal(apart, np.abs(ours[ROWS] - theirs[OTHERS]).max(axis=0))


@pytest.mark.parametrize(("odd", "row"), [*product([np.nan, np.inf, -np.inf], range(3))])
def test_what_is_not_finite_is_noticed_wherever_it_is(odd: float, row: int) -> None:
    for k in (0, 1):
        both, places = [changes(1), changes(2)], (ROWS, OTHERS)
        both[k][places[k][row], 1, 2] = odd
        _, apart = compare_rows(both[0], ROWS, both[1], OTHERS)
        expected = np.ones((2, 3), dtype=bool)
        expected[1, 2] = False
        assert np.array_equal(np.isfinite(apart), expected)


def test_sensitivities_outlive_their_solver() -> None:
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    kept = compiled.sensitivities("J1.J")
    before = kept._carried.found.changes.copy()
    for _ in range(5):
        compiled.sensitivities(["J1.J", "J2.J"])
    gc.collect()
    assert np.array_equal(kept._carried.found.changes, before)
    assert np.isfinite(kept["J4.w"]).all()
