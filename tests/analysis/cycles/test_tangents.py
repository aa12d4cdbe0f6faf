"""Directions that are possible, and those without any effect."""

from __future__ import annotations

import numpy as np
import pytest

from drivetrain.analysis.cycles.tangents import complement, independent, without_effect


def test_single_states_leave_unit_vectors() -> None:
    rows = np.array([[0.0, 2.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]])
    assert complement(rows, 4).tolist() == np.eye(4)[:, [0, 2, 3]].tolist()


def test_a_complement_is_orthonormal_and_has_the_right_size() -> None:
    rows = np.random.default_rng(5).normal(size=(2, 5))
    found = complement(np.vstack([rows, rows[0] + rows[1], np.eye(5)[3]]), 5)
    assert found.shape == (5, 2)
    assert found.T @ found == pytest.approx(np.eye(2))
    assert rows @ found == pytest.approx(np.zeros((2, 2)), abs=1e-12)
    assert complement(np.zeros((0, 3)), 3).tolist() == np.eye(3).tolist()


def test_a_free_shaft_has_one_direction_without_effect() -> None:
    """Two discs and a spring, in absolute angles; the third state acts on nothing."""
    chain = np.array([[-4.0, 4.0, 0.0], [4.0, -4.0, 0.0], [1.0, -1.0, 0.0]])
    found = without_effect([chain, 2 * chain], 3)
    assert found.shape == (3, 2)
    span = independent(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    assert span @ (span.T @ found) == pytest.approx(found, abs=1e-9)
    assert found[:, 0].tolist() == [0.0, 0.0, 1.0]


def test_a_soft_spring_in_a_stiff_machine_is_no_freedom() -> None:
    stiff = np.array([[-1e9 - 1.0, 1e9], [1e9, -1e9]])
    assert without_effect([stiff], 2).shape[1] == 0
