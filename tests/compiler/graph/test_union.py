"""Merging of equal variables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler.graph import components, signed_components
from drivetrain.errors import StructureError


def test_signs_multiply_along_a_path():
    # v1 = -v0, v2 = -v1, v4 = v3
    classes = signed_components(5, [1, 2, 4], [0, 1, 3], [-1, -1, 1])
    assert classes.representative.tolist() == [0, 0, 0, 3, 3]
    assert classes.sign.tolist() == [1, -1, 1, 1, 1]
    assert not classes.is_zero.any()


def test_the_representative_is_the_smallest_member_even_with_a_negative_sign():
    # v3 = -v2, v2 = v0: v0 names the class although +v3 never meets +v0
    classes = signed_components(4, [3, 2], [2, 0], [-1, 1])
    assert classes.representative.tolist() == [0, 1, 0, 0]
    assert classes.sign.tolist() == [1, 1, 1, -1]


def test_zero_spreads_over_its_class_and_no_further():
    # v1 = -v0, v0 = 0, v3 = v2
    classes = signed_components(4, [1, 3], [0, 2], [-1, 1], zero=[0])
    assert classes.is_zero.tolist() == [True, True, False, False]
    assert classes.representative.tolist() == [0, 0, 2, 2]


def test_contradicting_signs_make_zero():
    # tau1 + tau2 = 0, tau2 + tau3 = 0, tau3 + tau1 = 0
    classes = signed_components(3, [0, 1, 2], [1, 2, 0], [-1, -1, -1])
    assert classes.is_zero.all()
    assert classes.representative.tolist() == [0, 0, 0]
    assert classes.sign.tolist() == [1, 1, 1]


def test_a_variable_that_is_its_own_negative_is_zero():
    # v1 = -v1, v0 = v0
    assert signed_components(2, [1, 0], [1, 0], [-1, 1]).is_zero.tolist() == [False, True]


def test_no_variables_and_no_equalities():
    assert signed_components(0, [], [], []).sign.size == 0
    assert signed_components(3, [], [], []).representative.tolist() == [0, 1, 2]
    assert components(2, [], []).tolist() == [0, 1]


def test_components_are_named_after_their_smallest_member():
    assert components(6, [5, 4, 3], [1, 3, 2]).tolist() == [0, 1, 2, 2, 2, 1]


@pytest.mark.parametrize("bad", [-1, 3])
def test_an_index_out_of_range_is_refused(bad):
    with pytest.raises(StructureError, match=f"Variable {bad} .* there are 3"):
        signed_components(3, [0], [bad], [1])


def test_a_million_equalities_in_one_line():
    n = 1_000_000
    nodes = np.random.default_rng(0).permutation(n)
    classes = signed_components(n, nodes[:-1], nodes[1:], np.full(n - 1, -1))
    assert not classes.representative.any()
    parity = np.empty(n, dtype=int)
    parity[nodes] = np.arange(n) % 2
    assert np.array_equal(classes.sign, 1 - 2 * (parity ^ parity[0]))


edges = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.sampled_from([-1, 1])))


@given(edges, st.lists(st.integers(0, 8), max_size=2))
def test_values_satisfy_every_equality(equalities, zero):
    a, b, sign = np.array(equalities, dtype=int).reshape(-1, 3).T
    classes = signed_components(9, a, b, sign, zero)
    free = np.random.default_rng(1).uniform(1.0, 2.0, 9)
    value = np.where(classes.is_zero, 0.0, classes.sign * free[classes.representative])
    assert np.all(value[a] == sign * value[b])
    assert not value[zero].any()
    assert np.array_equal(classes.representative, components(9, a, b))
    # Nothing is zero without reason: relabel signs by hand from the representative.
    for root in np.unique(classes.representative):
        members = classes.representative == root
        inside = members[a]
        consistent = np.all(classes.sign[a[inside]] == sign[inside] * classes.sign[b[inside]])
        if classes.is_zero[root]:
            assert not consistent or members[zero].any()
        else:
            assert consistent
