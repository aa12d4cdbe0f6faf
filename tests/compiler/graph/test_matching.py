"""Matchings and what is left when they are not perfect."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from drivetrain.compiler.graph import (
    dulmage_mendelsohn,
    matching,
    maximum_matching,
    preferred_matching,
)

# The package exports the function under the name of its module's topic; both are wanted here.
RENUMBERED = matching.__name__ + "._RENUMBER_ABOVE"


def test_the_only_assignment():
    # 0: f(v0, v1)   1: f(v0)   2: f(v1, v2)
    assert maximum_matching(3, 3, [0, 0, 1, 2, 2], [0, 1, 0, 1, 2]).tolist() == [1, 0, 2]


def test_an_equation_without_unknown_left():
    # 0: f(v0)   1: f(v0)
    found = maximum_matching(2, 2, [0, 1], [0, 0])
    assert sorted(found.tolist()) == [-1, 0]


def test_no_entries():
    assert maximum_matching(2, 3, [], []).tolist() == [-1, -1]


def test_preferred_entries_are_used_as_far_as_possible():
    # all of 0, 1 contain v0, v1; only (0, v1) is easily solved, so (1, v0) follows
    entries = [0, 0, 1, 1], [0, 1, 0, 1]
    assert preferred_matching(2, *entries, [False, True, False, False]).tolist() == [1, 0]
    assert preferred_matching(2, *entries, [True, False, False, False]).tolist() == [0, 1]


def test_over_well_and_underdetermined_parts():
    # 0: f(v0)  1: f(v0)  2: f(v0, v1)  3: f(v1, v2, v3)
    parts = dulmage_mendelsohn(4, 4, [0, 1, 2, 2, 3, 3, 3], [0, 0, 0, 1, 1, 2, 3])
    assert parts.over_equations.tolist() == [0, 1]
    assert parts.over_unknowns.tolist() == [0]
    assert parts.well_equations.tolist() == [2]
    assert parts.well_unknowns.tolist() == [1]
    assert parts.under_equations.tolist() == [3]
    assert parts.under_unknowns.tolist() == [2, 3]
    assert parts.unmatched_equations.size == parts.unmatched_unknowns.size == 1
    assert not parts.is_regular


def test_an_equation_without_any_unknown_is_overdetermined():
    parts = dulmage_mendelsohn(2, 1, [0], [0])
    assert parts.over_equations.tolist() == [1]
    assert parts.well_equations.tolist() == [0]


def test_the_message_counts_and_lists():
    error = dulmage_mendelsohn(30, 1, np.arange(30), np.zeros(30, int)).singularity()
    assert str(error).startswith("29 equation(s) too many among equations [0, 1, 2")
    assert "…" in str(error)


bipartite = st.integers(1, 7).flatmap(
    lambda m: st.integers(1, 7).flatmap(
        lambda n: st.tuples(
            st.just(m),
            st.just(n),
            st.lists(st.tuples(st.integers(0, m - 1), st.integers(0, n - 1)), max_size=25),
        )
    )
)


def as_matrix(m, n, entries):
    matrix = np.zeros((m, n), dtype=bool)
    matrix[tuple(np.array(entries, dtype=int).reshape(-1, 2).T)] = True
    return matrix


@pytest.mark.parametrize("threshold", [0, 1000])
@given(graph=bipartite)
def test_matchings_are_valid_and_largest(graph, threshold):
    m, n, entries = graph
    matrix = as_matrix(*graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RENUMBERED, threshold)
        found = maximum_matching(m, n, *np.array(entries, dtype=int).reshape(-1, 2).T)
    matched = np.flatnonzero(found >= 0)
    assert matrix[matched, found[matched]].all()
    assert np.unique(found[matched]).size == matched.size
    best = matrix[linear_sum_assignment(matrix, maximize=True)].sum()
    assert matched.size == best


@given(bipartite)
def test_parts_of_the_decomposition(graph):
    m, n, entries = graph
    matrix = as_matrix(*graph)
    parts = dulmage_mendelsohn(m, n, *np.array(entries, dtype=int).reshape(-1, 2).T)
    equations = [parts.over_equations, parts.well_equations, parts.under_equations]
    unknowns = [parts.over_unknowns, parts.well_unknowns, parts.under_unknowns]
    assert np.array_equal(np.sort(np.concatenate(equations)), np.arange(m))
    assert np.array_equal(np.sort(np.concatenate(unknowns)), np.arange(n))
    # Upper triangular: an over equation has no other unknowns, a well one none of the under part.
    assert not matrix[np.ix_(equations[0], np.concatenate(unknowns[1:]))].any()
    assert not matrix[np.ix_(equations[1], unknowns[2])].any()
    excess = [e.size - u.size for e, u in zip(equations, unknowns, strict=True)]
    assert excess == [parts.unmatched_equations.size, 0, -parts.unmatched_unknowns.size]
    assert np.isin(parts.unmatched_equations, equations[0]).all()
    assert np.isin(parts.unmatched_unknowns, unknowns[2]).all()


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.tuples(
            st.permutations(range(n)),
            st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.booleans())),
            st.lists(st.booleans(), min_size=n, max_size=n),
        )
    )
)
def test_the_number_of_preferred_pairs_is_largest(drawn):
    diagonal, others, easy = drawn
    n = len(diagonal)
    rows = [(i, j, p) for i, (j, p) in enumerate(zip(diagonal, easy, strict=True))] + others
    equation, unknown, preferred = np.array(rows, dtype=int).T
    found = preferred_matching(n, equation, unknown, preferred)
    cost = np.full((n, n), 100)
    cost[equation, unknown] = 1
    cost[equation[preferred == 0], unknown[preferred == 0]] = 2
    assert np.array_equal(np.sort(found), np.arange(n))
    assert cost[np.arange(n), found].sum() == cost[linear_sum_assignment(cost)].sum()
