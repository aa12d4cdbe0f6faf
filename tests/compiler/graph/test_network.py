"""Spanning trees against elimination: both take the same columns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler.graph import distinct, state_selection
from drivetrain.compiler.graph.network import spanning_columns
from drivetrain.compiler.graph.rank import column_basis


def arrays(entries, n_columns, seed=0):
    row, column, value = np.array(entries, dtype=float).reshape(-1, 3).T
    place = np.random.default_rng(seed).permutation(n_columns)
    return row.astype(int), column.astype(int), value, place


def test_a_shaft_between_two_walls():
    # rows 0, 1, 2; columns 0 and 3 lead to the ground, 1 and 2 join neighbours
    entries = [(0, 0, 1), (0, 1, 2), (1, 1, -4), (1, 2, 3), (2, 2, 1), (2, 3, 5)]
    row, column, value, _ = arrays(entries, 4)
    chosen, settled = spanning_columns(3, row, column, value, np.array([3, 0, 1, 2]))
    assert settled.all()
    assert np.flatnonzero(chosen).tolist() == [1, 2, 3]


def test_of_two_columns_between_the_same_rows_the_earlier_is_taken():
    entries = [(0, 0, 1), (1, 0, -1), (0, 1, 2), (1, 1, -2), (0, 2, 1)]
    row, column, value, _ = arrays(entries, 3)
    for place, wanted in (([0, 1, 2], [0, 2]), ([1, 0, 2], [1, 2]), ([2, 1, 0], [1, 2])):
        chosen, settled = spanning_columns(2, row, column, value, np.array(place))
        assert settled.all()
        assert np.flatnonzero(chosen).tolist() == wanted


def test_entries_at_one_position_add_up_and_may_cancel():
    # column 0 is left with row 0 only, so it leads to the ground
    entries = [(0, 0, 1), (1, 0, 0.1), (1, 0, 0.2), (1, 0, -0.3), (0, 1, 1), (1, 1, 1)]
    row, column, value, _ = arrays(entries, 2)
    chosen, settled = spanning_columns(2, row, column, value, np.array([0, 1]))
    assert settled.all()
    assert chosen.all()


@pytest.mark.parametrize(
    "entries",
    [
        [(0, 0, 1), (1, 0, 1), (2, 0, 1), (0, 1, 1), (1, 2, 1), (2, 3, 1)],  # three rows
        [(0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 2)],  # a circle that does not close
        [(0, 0, 1), (1, 0, -1)],  # nothing holds the two rows
    ],
)
def test_other_parts_are_left_to_elimination(entries):
    row, column, value, place = arrays(entries, 4)
    chosen, settled = spanning_columns(3, row, column, value, place)
    assert not chosen.any()
    assert not settled.any()


@st.composite
def networks(draw):
    """Columns of one or two entries, most of them balanced; some with more."""
    n = draw(st.integers(1, 8))
    scale = np.array(draw(st.lists(st.sampled_from([1, -1, 3, 0.5]), min_size=n, max_size=n)))
    entries = []
    n_columns = draw(st.integers(0, 12))
    for column in range(n_columns):
        count = draw(st.sampled_from([1, 1, 2, 2, 2, 2, 2, 3]))
        rows = draw(st.lists(st.integers(0, n - 1), min_size=count, max_size=count))
        factor = draw(st.sampled_from([1.0, -2.0, 7.0]))
        bent = draw(st.sampled_from([1.0] * 15 + [0.0, 1.5]))
        for k, r in enumerate(rows):
            sign = 1.0 if k == 0 else -bent
            entries.append((r, column, sign * factor / scale[r]))
    return n, n_columns, entries


@given(networks(), st.integers(0, 100))
def test_the_same_columns_as_elimination(network, seed):
    n, n_columns, entries = network
    row, column, value, place = arrays(entries, n_columns, seed)
    basis = column_basis(n, row, column, value, place)
    chosen, settled = spanning_columns(n, row, column, value, place)
    assert set(basis.pivot_row.tolist()) >= set(np.flatnonzero(settled).tolist())
    matrix = np.zeros((n, n_columns))
    np.add.at(matrix, (row, column), value)
    inside = (np.abs(matrix[settled]) > 1e-9).any(axis=0)
    expected = np.zeros(n_columns, dtype=bool)
    expected[basis.column] = True
    assert np.array_equal(chosen, expected & inside)


@given(networks(), st.integers(0, 100))
def test_the_choice_does_not_depend_on_the_size_from_which_trees_are_used(network, seed):
    n, n_columns, entries = network
    row, column, value, place = arrays(entries, n_columns, seed)
    wanted = np.ones(n, dtype=bool)
    outcomes = []
    for many in (-1, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(state_selection, "_MANY", many)
            try:
                chosen = state_selection._choose(wanted, row, column, value, place)
                outcomes.append(chosen.tolist())
            except state_selection.StructuralSingularity as found:
                outcomes.append(
                    [found.overdetermined_equations.tolist(), found.unmatched_equations.tolist()]
                )
    assert outcomes[0] == outcomes[1]


def test_a_very_long_shaft_with_ratios():
    n = 50_000
    rows = np.arange(n)
    row = np.concatenate([rows, rows])
    column = np.concatenate([rows, rows + 1])
    ratio = np.where(rows % 2, 3.0, 1 / 3.0)
    value = np.concatenate([np.ones(n), -ratio])
    place = np.append(np.arange(1, n + 1), 0)  # the first shaft is taken first, the last one never
    chosen, settled = spanning_columns(n, row, column, value, place)
    assert settled.all()
    assert np.flatnonzero(~chosen).tolist() == [n - 1]


@given(st.lists(st.integers(0, 20)))
def test_distinct_is_unique(values):
    found = distinct(np.array(values, dtype=np.intp), 21)
    assert found.tolist() == sorted(set(values))
