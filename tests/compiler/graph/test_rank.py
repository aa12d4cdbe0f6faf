"""Bases of columns: what depends but for rounding depends."""

from __future__ import annotations

import numpy as np

from drivetrain.compiler.graph.rank import column_basis


def test_a_multiple_that_is_rounded_is_dependent():
    row, column = np.array([0, 1, 0, 1]), np.array([0, 0, 1, 1])
    value = np.array([1.0, 0.1, 3.0, 0.3])
    assert value[3] - 3.0 * value[1] != 0.0
    basis = column_basis(2, row, column, value, np.arange(2))
    assert basis.column.tolist() == [0]
