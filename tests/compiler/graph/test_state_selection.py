"""Choice of states."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler.graph import (
    Members,
    StructuralSingularity,
    offsets,
    remaining_states,
    select_dummies,
)

from . import systems


def choose(case, priority):
    found = offsets(case.n, case.n, case.equation, case.chain, case.order)
    dummies = select_dummies(
        found.c, found.d, case.equation, case.chain, case.order, case.coefficient, priority
    )
    return pairs(dummies), pairs(remaining_states(found.d, dummies))


def pairs(members):
    return list(zip(members.chain.tolist(), members.order.tolist(), strict=True))


def wish(n, **chains):
    priority = np.zeros((n, 4))
    for name, value in chains.items():
        priority[int(name[1:])] = value
    return priority


def test_the_pendulum_keeps_the_coordinate_asked_for():
    case = systems.pendulum()
    dummies, states = choose(case, wish(3, _1=1))
    assert dummies == [(0, 1), (0, 2)]
    assert states == [(1, 0), (1, 1)]
    dummies, states = choose(case, wish(3, _0=1))
    assert dummies == [(1, 1), (1, 2)]
    assert states == [(0, 0), (0, 1)]


def test_two_rigid_inertias_have_one_motion():
    dummies, states = choose(systems.rigid_pair(), wish(3, _0=2, _1=1))
    assert dummies == [(1, 1), (1, 2)]
    assert states == [(0, 0), (0, 1)]


def test_of_equals_the_lower_chain_becomes_the_dummy():
    assert choose(systems.rigid_pair(), wish(3))[0] == [(0, 1), (0, 2)]


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_gear_train_keeps_any_one_shaft(kept):
    dummies, states = choose(systems.gear_train(), wish(5, **{f"_{kept}": 1}))
    assert states == [(kept, 0), (kept, 1)]
    assert dummies == [(j, o) for j in range(3) if j != kept for o in (1, 2)]


def test_a_planetary_keeps_two_shafts():
    _, states = choose(systems.planetary(), wish(4, _0=5, _1=3, _2=4))
    assert states == [(0, 0), (0, 1), (2, 0), (2, 1)]


def test_priority_may_differ_between_angle_and_speed_and_be_a_function():
    # Level 1 asks for speeds, level 2 for the angle of the chain chosen there.
    asked = []

    def priority(chains, orders):
        asked.extend(zip(chains.tolist(), orders.tolist(), strict=True))
        return np.where(chains == 1, 1.0, 0.0)

    dummies, _ = choose(systems.rigid_pair(), priority)
    assert dummies == [(0, 1), (0, 2)]
    assert asked == [(0, 1), (1, 1), (0, 0)]


def test_angle_and_speed_states_on_different_shafts():
    # A planetary with one shaft prescribed in speed: two dummies on level 1, one on level 2. The
    # ring gives up its speed, but keeps its angle: on level 2 the angle of the sun goes instead.
    # chains phi_s, phi_r, phi_c; 0: 3 phi_c = phi_s + 2 phi_r   1: phi_s' = w(t)   2: phi_r'' = 1
    case = systems.system({(0, 0): -1, (1, 0): -2, (2, 0): 3}, {(0, 1): 1}, {(1, 2): 1, (2, 2): 1})
    dummies, states = choose(case, wish(3, _2=1))
    assert dummies == [(0, 1), (0, 2), (1, 2)]
    assert states == [(1, 0), (2, 0), (2, 1)]


def test_a_coefficient_that_vanishes_cannot_be_chosen():
    # 0: phi1 + 0 phi2 = 0 twice differentiated: phi2 is not given up although nobody wants it
    case = systems.system({(0, 0): 1, (1, 0): 0}, {(1, 2): 1, (0, 2): 1})
    assert choose(case, wish(2, _0=9))[0] == [(0, 1), (0, 2)]


def test_columns_must_be_independent_as_numbers_not_only_by_structure():
    # 0: phi0 + phi1 + phi2 = 0   1: phi0 + phi1 + 2 phi2 = 0: phi0 and phi1 are interchangeable,
    # so phi2 must go although it has the highest priority
    case = systems.system(
        {(0, 0): 1, (1, 0): 1, (2, 0): 1},
        {(0, 0): 1, (1, 0): 1, (2, 0): 2},
        {(0, 2): 1, (1, 2): 3, (2, 2): 1},
    )
    dummies, states = choose(case, wish(3, _2=9))
    assert dummies == [(0, 1), (0, 2), (2, 1), (2, 2)]
    assert states == [(1, 0), (1, 1)]


@pytest.mark.parametrize("power", [-200, -40, -30, 30, 40, 200])
@pytest.mark.parametrize("wanted", range(4))
def test_the_choice_does_not_depend_on_units(wanted, power):
    # chains phi0, phi1, tau0, tau1: 0: tau0 = 8 c phi0   1: tau1 = 4 c (phi0 - phi1)
    # 2: tau0 + tau1 = 0, all of them differentiated once; of the angles phi1 is the steadier
    def chosen(c):
        row, column = np.repeat([0, 1, 2], [2, 3, 2]), np.array([2, 0, 3, 0, 1, 2, 3])
        value = np.array([1.0, -8 * c, 1.0, -4 * c, 4 * c, 1.0, 1.0])
        priority = np.zeros((4, 2))
        priority[wanted] = 1.0
        offsets = np.ones(3, dtype=int), np.ones(4, dtype=int)
        kind = [0, 0, 1, 1]
        return select_dummies(*offsets, row, column, 0 * row, value, priority, kind).chain

    assert chosen(2.0**power).tolist() == chosen(1.0).tolist()
    assert wanted not in chosen(1.0)


def test_factors_that_depend_on_the_motion_are_not_alike():
    every = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    unknown = np.full(4, np.nan)
    dummies = select_dummies([1, 1], [1, 1], *every, 0 * every[0], unknown, np.zeros((2, 2)))
    assert pairs(dummies) == [(0, 1), (1, 1)]


def test_redundant_constraints_are_named():
    # Two parallel rigid paths between the same shafts.
    # 0: phi0 = 2 phi1   1: 3 phi0 = 6 phi1   2: phi2 = phi1 ; 3, 4: torque balances
    # chains phi0, phi1, phi2, tau0, tau1
    case = systems.system(
        {(0, 0): 1, (1, 0): -2},
        {(0, 0): 3, (1, 0): -6},
        {(2, 0): 1, (1, 0): -1},
        {(0, 2): 1, (2, 2): 1, (3, 0): 1, (4, 0): 1},
        {(1, 2): 1, (3, 0): 2, (4, 0): 1},
    )
    with pytest.raises(StructuralSingularity) as caught:
        choose(case, wish(5))
    assert caught.value.overdetermined_equations.tolist() == [0, 1]
    assert caught.value.unmatched_equations.tolist() in ([0], [1])
    assert caught.value.overdetermined_unknowns.tolist() == [0, 1]


def test_without_constraints_every_lower_member_is_a_state():
    # 0: x'' = 0   1: y' = x
    case = systems.system({(0, 2): 1}, {(1, 1): 1, (0, 0): -1})
    assert choose(case, wish(2)) == ([], [(0, 0), (0, 1), (1, 0)])
    empty = Members(np.empty(0, int), np.empty(0, int))
    assert pairs(remaining_states([], empty)) == []


@pytest.mark.parametrize("seed", [None, 1])
def test_a_long_geared_shaft_keeps_one_motion(seed):
    case = systems.geared_shaft(20_000, seed)
    _, states = choose(case, np.random.default_rng(0).random((case.n, 4)))
    assert len(states) == 2
    assert states[0][0] == states[1][0]


@st.composite
def constraint_sets(draw):
    m = draw(st.integers(1, 4))
    n = draw(st.integers(m, 7))
    number = st.sampled_from([-2.0, -1.0, 0.0, 0.0, 1.0, 2.0, 3.0])
    matrix = draw(st.lists(number, min_size=m * n, max_size=m * n))
    priority = draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    return np.array(matrix).reshape(m, n), np.array(priority, dtype=float)


@given(constraint_sets())
def test_the_states_given_up_have_least_priority(drawn):
    matrix, priority = drawn
    m, n = matrix.shape
    equation, chain = np.nonzero(np.ones_like(matrix))
    arguments = np.ones(m, int), np.ones(n, int), equation, chain, 0 * chain, matrix.ravel()
    if np.linalg.matrix_rank(matrix) < m:
        with pytest.raises(StructuralSingularity) as caught:
            select_dummies(*arguments, priority[:, np.newaxis])
        bad = caught.value
        assert bad.unmatched_equations.size == m - np.linalg.matrix_rank(matrix)
        assert np.isin(bad.unmatched_equations, bad.overdetermined_equations).all()
        named = matrix[bad.overdetermined_equations]
        assert named.shape[0] - np.linalg.matrix_rank(named) == bad.unmatched_equations.size
        return
    chosen = select_dummies(*arguments, priority[:, np.newaxis]).chain
    assert np.linalg.matrix_rank(matrix[:, chosen]) == m == chosen.size
    best = min(
        priority[list(trial)].sum()
        for trial in itertools.combinations(range(n), m)
        if np.linalg.matrix_rank(matrix[:, trial]) == m
    )
    assert priority[chosen].sum() == best
