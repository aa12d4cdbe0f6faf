"""Loads of contacts that need each other, within their limits, against quadratic programs."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from tests.kernel.contact.box_problems import Contacts, misses_nearest, random_contacts

from drivetrain.kernel.description.blocks import BlockShape, SparseBlock
from drivetrain.kernel.description.model import factors_size
from drivetrain.kernel.library import load_library
from drivetrain.kernel.status import BlockCode

pytestmark = pytest.mark.slow

PARTS = 10
PROBLEMS = 20_000  # half of which can be balanced


def by_small_loop(contacts):
    """Solve for the loads alone, as a loop that is solved with a full matrix."""
    m, before = len(contacts.low), contacts.before.copy()
    matrix = contacts.delassus
    terms = (np.abs(contacts.D) / contacts.J) @ np.abs(contacts.D.T)
    right = (contacts.D / contacts.J) @ contacts.drive
    size = np.concatenate([terms.ravel(), terms @ np.abs(before) + np.abs(right)])
    rows = np.column_stack([contacts.low, contacts.high, np.eye(m)])
    factors = np.zeros(factors_size(m))
    given = (v.ctypes.data for v in (matrix, right, size, before, factors))
    shared = (1 << m) - 1
    code = load_library().dt_solve_limited(m, *given, shared, m, rows.ctypes.data)
    return BlockCode(code), right


def by_large_loop(contacts):
    """Solve for accelerations and loads, as a loop that is solved with a sparse matrix."""
    m, shafts = contacts.D.shape
    matrix = sp.csc_array(
        sp.block_array([[sp.diags_array(contacts.J), contacts.D.T], [contacts.D, None]])
    )
    matrix.sort_indices()
    loads = np.arange(shafts, shafts + m)
    indices = (np.asarray(v, dtype=np.int64) for v in (matrix.indptr, matrix.indices))
    shape = BlockShape(*indices, torn=loads, bounded=loads, bounds=shafts + m)
    limits = np.column_stack([contacts.low, contacts.high]).ravel()
    right = np.concatenate([contacts.drive, np.zeros(m), limits])
    code, found = SparseBlock(shape).solve(matrix.data, right, contacts.before.copy())
    return code, found[shafts : shafts + m]


@pytest.mark.parametrize("solve", [by_small_loop, by_large_loop])
@pytest.mark.parametrize("part", range(PARTS))
def test_shares_are_the_nearest_within_the_limits(part, solve):
    compared = 0
    for seed in range(part, PROBLEMS, PARTS):
        contacts = random_contacts(seed)
        if not contacts.balanced:
            continue
        code, found = solve(contacts)
        assert code == BlockCode.OK, f"seed {seed}"
        assert misses_nearest(contacts, found) <= 1e-9 * contacts.size, f"seed {seed}"
        compared += 1
    assert compared > 0.4 * PROBLEMS / PARTS


@pytest.mark.parametrize("solve", [by_small_loop, by_large_loop])
def test_many_brakes_on_one_shaft_share_as_a_few_do(solve):
    """Limits from 1 to 60: all that can take the same, the others what they can."""
    limit = np.arange(1.0, 61.0)
    brakes = Contacts(
        np.ones((60, 1)), np.ones(1), np.array([800.0]), -limit, limit, np.zeros(60), True
    )
    level = next(x for x in np.linspace(0, 60, 600_001) if np.minimum(x, limit).sum() >= 800.0)
    code, found = solve(brakes)
    assert code == BlockCode.OK
    assert np.abs(found - np.minimum(level, limit)).max() < 2e-4
    assert abs(found.sum() - 800.0) < 1e-9


@pytest.mark.parametrize("solve", [by_small_loop, by_large_loop])
def test_a_load_that_nothing_moves_comes_down_to_its_limit(solve):
    """A brake on a shaft that gears hold still: its load is not asked for, its limit falls."""
    held = Contacts(
        D=np.zeros((1, 1)),
        J=np.ones(1),
        drive=np.zeros(1),
        low=np.array([-2.0]),
        high=np.array([2.0]),
        before=np.array([5.0]),
        balanced=True,
    )
    code, found = solve(held)
    assert code == BlockCode.OK
    assert found == [2.0]
