"""Order of solution."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivetrain.compiler.graph import (
    StructuralSingularity,
    block_entries,
    block_lower_triangular,
    offsets,
    strong,
    strong_components,
)

from . import systems


def listed(blocks):
    bounds = zip(blocks.block_start[:-1], blocks.block_start[1:], strict=True)
    pairs = list(zip(blocks.equation_order.tolist(), blocks.unknown_order.tolist(), strict=True))
    return [pairs[begin:end] for begin, end in bounds]


def test_a_loop_between_two_explicit_equations():
    # 0: f(v1, v2, v3)   1: f(v2, v3, v0)   2: f(v0)   3: f(v1, v2)
    # v0 first, then v1, v2, v3 together
    blocks = block_lower_triangular(4, [0, 0, 0, 1, 1, 1, 2, 3, 3], [1, 2, 3, 2, 3, 0, 0, 1, 2])
    assert [sorted(e for e, _ in block) for block in listed(blocks)] == [[2], [0, 1, 3]]
    assert listed(blocks)[0] == [(2, 0)]
    assert blocks.sizes.tolist() == [1, 3]


def test_a_reversed_cascade():
    # 0: v0 = v1   1: v1 = v2   2: v2 = 1
    blocks = block_lower_triangular(3, [0, 0, 1, 1, 2], [0, 1, 1, 2, 2])
    assert listed(blocks) == [[(2, 2)], [(1, 1)], [(0, 0)]]


def test_equations_in_order_of_solution_stay_there():
    # 0: f(v3)  1: f(v1)  2: f(v1, v0)  3: f(v3, v2)
    blocks = block_lower_triangular(4, [0, 1, 2, 2, 3, 3], [3, 1, 1, 0, 3, 2])
    assert listed(blocks) == [[(0, 3)], [(1, 1)], [(2, 0)], [(3, 2)]]


def test_accelerations_of_the_pendulum_are_one_block():
    # leading derivatives x'', y'', T in all three equations
    case = systems.pendulum()
    found = offsets(case.n, case.n, case.equation, case.chain, case.order)
    leading = case.order == found.d[case.chain] - found.c[case.equation]
    blocks = block_lower_triangular(3, case.equation[leading], case.chain[leading])
    assert blocks.block_start.tolist() == [0, 3]
    assert blocks.equation_order.tolist() == [0, 1, 2]


def test_pairs_in_a_loop_follow_preferred_entries():
    # 0, 1: f(v0, v1); equation 0 can be solved for v1 only, 1 for v0 only; 2: f(v2), never solvable
    entries = [0, 0, 1, 1, 2], [0, 1, 0, 1, 2]
    crossed = block_lower_triangular(3, *entries, [False, True, True, False, False])
    straight = block_lower_triangular(3, *entries, [True, False, False, True, False])
    assert listed(crossed) == [[(0, 1), (1, 0)], [(2, 2)]]
    assert listed(straight) == [[(0, 0), (1, 1)], [(2, 2)]]


def test_entries_of_each_block_with_local_numbers():
    # 0: f(v0)   1: f(v0, v2, v1)   2: f(v1, v2)   3: f(v3, v1)
    equation, unknown = [3, 0, 1, 1, 1, 2, 2, 3], [1, 0, 0, 2, 1, 1, 2, 3]
    blocks = block_lower_triangular(4, equation, unknown)
    inner = block_entries(blocks, equation, unknown)
    assert inner.start.tolist() == [0, 1, 5, 6]
    assert inner.entry.tolist() == [1, 3, 4, 5, 6, 7]
    first = blocks.block_start[[0, 1, 1, 1, 1, 2]]
    assert np.array_equal(
        blocks.equation_order[first + inner.equation], np.array(equation)[inner.entry]
    )
    assert np.array_equal(
        blocks.unknown_order[first + inner.unknown], np.array(unknown)[inner.entry]
    )


def test_a_singular_system():
    # 0: f(v0)   1: f(v0)   2: f(v1, v2)
    with pytest.raises(StructuralSingularity) as caught:
        block_lower_triangular(3, [0, 1, 2, 2], [0, 0, 1, 2])
    assert caught.value.overdetermined_equations.tolist() == [0, 1]
    assert caught.value.underdetermined_unknowns.tolist() == [1, 2]


def test_no_equations():
    blocks = block_lower_triangular(0, [], [])
    assert blocks.block_start.tolist() == [0]
    assert block_entries(blocks, [], []).start.tolist() == [0]


def test_components_of_a_digraph():
    # 0 → 1 ⇄ 2 → 3, 4 alone
    assert strong_components(5, [0, 1, 2, 2], [1, 2, 1, 3]).tolist() == [0, 1, 1, 2, 3]
    assert strong_components(3, [2, 1], [1, 0]).tolist() == [2, 1, 0]


def test_repeated_edges_and_loops_at_a_node_change_nothing():
    # 0 ⇄ 1 → 2, every edge three times, and an edge from each node to itself
    source, target = [0, 1, 1] * 3 + [0, 1, 2] * 2, [1, 0, 2] * 3 + [0, 1, 2] * 2
    assert strong_components(3, source, target).tolist() == [0, 0, 1]


def test_what_a_node_needs_comes_in_ascending_order():
    # 1 → 0, 2 → 0, 3 → 0
    assert strong_components(4, [3, 1, 2], [0, 0, 0]).tolist() == [3, 0, 1, 2]


def test_components_found_in_another_order_are_renumbered(monkeypatch):
    original = strong.strong_labels
    monkeypatch.setattr(
        strong, "strong_labels", lambda *graph: original(*graph).max() - original(*graph)
    )
    # 3 → 1 ⇄ 2 → 0, 4 alone: of the ready ones that with the smallest node comes first
    assert strong.strong_components(5, [3, 1, 2, 2, 1], [1, 2, 1, 0, 0]).tolist() == [2, 1, 1, 0, 3]


@pytest.mark.parametrize("seed", [None, 5])
def test_a_long_cascade_and_a_long_loop(seed):
    # v[k] = f(v[k - 1]), in any order; then the same closed to a loop
    n = 200_000
    k = np.arange(n)
    equation, unknown = np.concatenate([k, k[1:]]), np.concatenate([k, k[:-1]])
    place = k if seed is None else np.random.default_rng(seed).permutation(n)
    cascade = block_lower_triangular(n, place[equation], unknown)
    loop = block_lower_triangular(
        n, np.append(place[equation], place[0]), np.append(unknown, n - 1)
    )
    assert np.array_equal(cascade.unknown_order, k)
    assert np.array_equal(cascade.equation_order, place)
    assert loop.block_start.tolist() == [0, n]


@st.composite
def square_graphs(draw):
    n = draw(st.integers(1, 8))
    diagonal = draw(st.permutations(range(n)))
    node = st.integers(0, n - 1)
    others = draw(st.lists(st.tuples(node, node), max_size=2 * n))
    equation, unknown = np.array([*enumerate(diagonal), *others]).T
    preferred = draw(st.lists(st.booleans(), min_size=equation.size, max_size=equation.size))
    return n, equation, unknown, preferred


@given(square_graphs())
def test_blocks_are_triangular_and_irreducible(graph):
    n, equation, unknown, preferred = graph
    matrix = np.zeros((n, n), dtype=bool)
    matrix[equation, unknown] = True
    blocks = block_lower_triangular(n, equation, unknown, preferred)
    ordered = matrix[np.ix_(blocks.equation_order, blocks.unknown_order)]
    assert ordered.diagonal().all()
    assert np.array_equal(np.sort(blocks.equation_order), np.arange(n))
    for begin, end in zip(blocks.block_start[:-1], blocks.block_start[1:], strict=True):
        assert not ordered[begin:end, end:].any()
        inside = np.linalg.matrix_power(ordered[begin:end, begin:end].astype(int), n) > 0
        assert inside.all()
        assert np.all(np.diff(blocks.equation_order[begin:end]) > 0)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=30))
def test_labels_are_a_topological_order_of_mutual_reachability(edges):
    source, target = np.array(edges, dtype=int).reshape(-1, 2).T
    label = strong_components(8, source, target)
    assert np.array_equal(np.unique(label), np.arange(label.max() + 1))
    assert np.all(label[source] <= label[target])
    reach = np.eye(8, dtype=int)
    reach[source, target] = 1
    reach = np.linalg.matrix_power(reach, 8) > 0
    assert np.array_equal(label[:, np.newaxis] == label, reach & reach.T)
