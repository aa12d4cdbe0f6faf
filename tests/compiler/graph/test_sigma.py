"""Differentiation counts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler.graph import StructuralSingularity, offsets

from . import systems


def solve(case, least=None):
    return offsets(case.n, case.n, case.equation, case.chain, case.order, least)


def test_pendulum():
    found = solve(systems.pendulum())
    assert found.c.tolist() == [0, 0, 2]
    assert found.d.tolist() == [2, 2, 0]
    # The length constraint gives x or y, one force balance the rod force.
    assert sorted(found.chain_of_equation.tolist()) == [0, 1, 2]
    assert found.chain_of_equation[2] in (0, 1)


def test_ordinary_differential_equations_are_not_differentiated():
    # 0:  x' = y      1:  y' = -x
    found = solve(systems.system({(0, 1): 1, (1, 0): -1}, {(1, 1): 1, (0, 0): 1}))
    assert found.chain_of_equation.tolist() == [0, 1]
    assert (found.c.tolist(), found.d.tolist()) == ([0, 0], [1, 1])


@pytest.mark.parametrize(
    ("case", "c", "d"),
    [
        (systems.rigid_pair(), [0, 0, 2], [2, 2, 0]),
        (systems.gear_train(), [0, 0, 0, 2, 2], [2, 2, 2, 0, 0]),
        (systems.planetary(), [0, 0, 0, 2], [2, 2, 2, 0]),
    ],
)
def test_rigid_connections_are_differentiated_twice(case, c, d):
    found = solve(case)
    assert found.c.tolist() == c
    assert found.d.tolist() == d


def test_torque_from_prescribed_motion():
    # 0: J phi'' = tau    1: phi = sin t      chains phi, tau
    found = solve(systems.system({(0, 2): 1, (1, 0): -1}, {(0, 0): 1}))
    assert found.c.tolist() == [0, 2]
    assert found.d.tolist() == [2, 0]
    assert found.chain_of_equation.tolist() == [1, 0]


def test_an_algebraic_equation_whose_derivative_nobody_needs():
    # 0: x' = y + z   1: y = sin t   2: z' = x   3: w' = w    chains x, y, z, w
    case = systems.system(
        {(0, 1): 1, (1, 0): -1, (2, 0): -1}, {(1, 0): 1}, {(2, 1): 1, (0, 0): 1}, {(3, 1): 1}
    )
    assert solve(case).c.tolist() == [0, 0, 0, 0]


def test_a_named_derivative_needs_its_equation():
    # 0: phi = sin t; the acceleration of the same chain exists as a variable
    found = solve(systems.system({(0, 0): 1}), least=[2])
    assert (found.c.tolist(), found.d.tolist()) == ([2], [2])


def test_a_chain_named_further_than_its_neighbours_asks():
    # 0: phi1 = 2 phi2   1: phi2' = 1     named up to phi1''
    found = solve(systems.system({(0, 0): 1, (1, 0): -2}, {(1, 1): 1}), least=[2, 0])
    assert (found.c.tolist(), found.d.tolist()) == ([2, 1], [2, 2])


def test_two_drives_on_one_rigid_shaft():
    # 0: phi1 = a(t)   1: phi2 = b(t)   2: phi1 = phi2   3: J phi2'' = tau1 + tau2
    # chains phi1, phi2, tau1, tau2
    with pytest.raises(StructuralSingularity) as caught:
        solve(
            systems.system(
                {(0, 0): 1}, {(1, 0): 1}, {(0, 0): 1, (1, 0): 1}, {(1, 2): 1, (2, 0): 1, (3, 0): 1}
            )
        )
    finding = caught.value
    assert finding.overdetermined_equations.tolist() == [0, 1, 2]
    assert finding.overdetermined_unknowns.tolist() == [0, 1]
    assert finding.unmatched_equations.size == 1
    assert finding.underdetermined_unknowns.tolist() == [2, 3]
    assert finding.underdetermined_equations.tolist() == [3]
    assert finding.unmatched_unknowns.size == 1


@pytest.mark.parametrize(("n_equations", "n_chains"), [(2, 1), (1, 2), (0, 1), (1, 0)])
def test_counts_that_differ(n_equations, n_chains):
    entries = np.zeros(min(n_equations, n_chains), dtype=int)
    with pytest.raises(StructuralSingularity) as caught:
        offsets(n_equations, n_chains, entries, entries, entries)
    assert caught.value.unmatched_equations.size == max(n_equations - n_chains, 0)
    assert caught.value.unmatched_unknowns.size == max(n_chains - n_equations, 0)


def test_nothing_at_all():
    assert offsets(0, 0, [], [], []).c.size == 0


def test_an_inverse_chain_of_first_order_blocks():
    # x[k]' + x[k] = x[k + 1], x[0] = sin t: the last unknown needs all derivatives
    n = 30
    terms = [{(k, 1): 1, (k, 0): 1, (k + 1, 0): -1} for k in range(n - 1)]
    found = solve(systems.system(*terms, {(0, 0): 1}))
    assert found.d.tolist() == list(range(n - 1, -1, -1))
    assert found.c.tolist() == [*range(n - 2, -1, -1), n - 1]


@pytest.mark.parametrize("seed", [None, 3])
def test_a_long_geared_shaft(seed):
    case = systems.geared_shaft(50_000, seed)
    found = solve(case)
    assert found.c.sum() == 2 * 49_999
    assert found.d.sum() == 2 * 50_000
    assert_valid(case, found)


def assert_valid(case, found):
    slack = found.d[case.chain] - found.c[case.equation] - case.order
    assert slack.min() >= 0
    assert found.c.min() >= 0
    assert np.array_equal(np.sort(found.chain_of_equation), np.arange(case.n))
    pair = found.chain_of_equation[case.equation] == case.chain
    tight = np.zeros(case.n, dtype=bool)
    tight[case.equation[pair & (slack == 0)]] = True
    assert tight.all()


@st.composite
def cases(draw):
    n = draw(st.integers(1, 6))
    entry = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1), st.integers(0, 3))
    rows = draw(st.lists(entry, min_size=n, max_size=4 * n))
    if draw(st.booleans()):
        shift = draw(st.integers(0, n - 1))
        rows += [(i, (i + shift) % n, draw(st.integers(0, 3))) for i in range(n)]
    equation, chain, order = np.array(rows).T
    case = systems.System(n, equation, chain, order, np.ones(order.size))
    return case, np.array(draw(st.lists(st.integers(0, 4), min_size=n, max_size=n)))


@given(cases())
def test_offsets_are_the_smallest_ones(drawn):
    case, least = drawn
    expected = systems.smallest_offsets(case, least)
    if expected is None:
        with pytest.raises(StructuralSingularity):
            solve(case, least)
        return
    found = solve(case, least)
    assert found.c.tolist() == expected[0].tolist()
    assert found.d.tolist() == expected[1].tolist()
    assert_valid(case, found)
