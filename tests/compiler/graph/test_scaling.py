"""Units that make the entries of a matrix alike."""

import numpy as np
import pytest

from drivetrain.compiler.graph.scaling import unit_scales

# Spring, balance, gear: angles are of kind 0, torques of kind 1.
ROW = np.array([0, 0, 0, 1, 1, 2, 2])
COLUMN = np.array([0, 1, 2, 2, 3, 0, 1])
KIND = np.array([0, 0, 1, 1])
STIFFNESS = 100.0
VALUE = np.array([STIFFNESS, -STIFFNESS, -1.0, 1.0, -1.0, 1.0, -3.0])


def test_a_torque_is_measured_by_the_stiffness():
    found = unit_scales(ROW, COLUMN, VALUE, KIND)
    assert found.tolist() == [1.0, 1.0, 128.0, 128.0]  # the power of two nearest to 100


@pytest.mark.parametrize("power", [-60, -7, 40, 200])
def test_the_result_does_not_depend_on_the_units_of_columns_and_rows(power):
    unit = 2.0**power
    columns, rows = np.array([1.0, 1.0, 1 / unit, 1 / unit]), np.array([unit, unit, 1.0])
    other = VALUE * columns[COLUMN] * rows[ROW]
    found = unit_scales(ROW, COLUMN, other, KIND) * columns
    np.testing.assert_array_equal(found, unit_scales(ROW, COLUMN, VALUE, KIND))


def test_springs_of_many_sizes_are_taken_in_their_mean():
    """Of 2⁰, 2¹⁰ and 2²⁶ that is 2¹²."""
    row, column = np.repeat(np.arange(3), 2), np.arange(6)
    value = np.stack([np.exp2([0, 10, 26]), np.ones(3)], axis=1).ravel()
    found = unit_scales(row, column, value, column % 2)
    assert found.tolist() == [1.0, 2.0**12] * 3


def test_zero_and_what_depends_on_the_motion_say_nothing():
    value = np.array([0.0, np.nan, -1.0, 1.0, -1.0, 1.0, -3.0])
    assert unit_scales(ROW, COLUMN, value, KIND).tolist() == [1.0] * 4


def test_kinds_that_share_no_row_keep_their_units():
    assert unit_scales(ROW[3:], COLUMN[3:], VALUE[3:], KIND).tolist() == [1.0] * 4
    assert unit_scales(ROW[:0], COLUMN[:0], VALUE[:0], KIND[:0]).size == 0
