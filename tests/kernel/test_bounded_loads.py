"""Loads within bounds, nearest to given ones: solutions carry their proof (Karush, Kuhn and Tucker).

The problem is strictly convex in the shared unknowns, so that these conditions hold at the nearest solution
and nowhere else. That no solution is within the bounds is proved by a combination of equations and
bounds that contradicts itself (Farkas).
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import nnls

from drivetrain.kernel.binding import BlockCode
from drivetrain.kernel.blocks import BlockShape, SparseBlock
from drivetrain.kernel.bounds import LoadBounds
from drivetrain.kernel.library import load_library
from drivetrain.kernel.model import factors_size

_COUNT = int(os.environ.get("DRIVETRAIN_LONG", "0")) or 400
_PARTS = 4


@dataclass
class Problem:
    """Nearest u to `before` over `shared` with A u = b and low <= q u <= high."""

    A: np.ndarray
    b: np.ndarray
    before: np.ndarray
    q: np.ndarray
    low: np.ndarray
    high: np.ndarray
    shared: np.ndarray

    def dense(self):
        """Solve it as a small system."""
        n, bounds = len(self.b), LoadBounds(self.q, self.low, self.high)
        A, b, size = self.A.copy(), self.b.copy(), np.append(np.abs(self.A), np.abs(self.b))
        kept, work = np.zeros(factors_size(n)), np.full(work_size(n, len(self.low)), np.nan)
        previous = self.before.copy()
        addresses = (v.ctypes.data for v in (A, b, size, previous, kept))
        shared = sum(1 << int(k) for k in self.shared)
        code = load_library().dt_solve_bounded(
            n, *addresses, shared, bounds.struct, work.ctypes.data
        )
        assert np.array_equal(previous, b if code == BlockCode.OK else self.before)
        return BlockCode(code), b, bounds.active

    def sparse(self):
        """Solve it as a large one, all of whose unknowns are torn."""
        A, q = sp.csc_array(self.A), sp.csr_array(self.q)
        A.sort_indices()
        ints = (np.asarray(a, dtype=np.int64) for a in (A.indptr, A.indices, range(len(self.b))))
        block = SparseBlock(BlockShape(*ints, shared=self.shared))
        bounds = LoadBounds(q.data, self.low, self.high, q.indptr, q.indices)
        code, u = block.solve_within(A.data, self.b, self.before.copy(), bounds)
        return code, u, bounds.active


def work_size(n, count):
    return 3 * n * n + 8 * n + (n + 8) * count


def random_problem(seed):
    """Integers with ties, rows twice and three times, gear losses, scales far apart."""
    draw = np.random.default_rng(seed)
    n = int(draw.choice([2, 3, 4, 6, 9, 14]))
    rank = int(draw.integers(0, n))
    step = draw.choice([0.0, 0.0, 0.1])  # whole numbers, or about so
    noise = lambda *shape: step * draw.normal(size=shape)  # noqa: E731
    rows = draw.integers(-2, 3, (rank, n)) * (draw.random((rank, n)) < 0.6) + noise(rank, n)
    A = draw.integers(-1, 2, (n, rank)) @ rows
    q = np.eye(n)[draw.random(n) < 0.8] * draw.choice([-1.0, 1.0, 1.0], n)
    losses = draw.integers(-1, 2, (int(draw.integers(0, 4)), n)) * draw.choice([1.0, 0.05], n)
    q = np.concatenate([q, losses])
    q = q[np.any(q != 0.0, axis=1)]
    twice = draw.integers(0, max(1, len(q)), int(draw.integers(0, 3)) if len(q) else 0)
    q = np.concatenate([q, q[twice] * draw.choice([-1.0, 1.0, 3.0], (len(twice), 1))])
    count = len(q)
    high = draw.integers(0, 5, count) + noise(count)
    low = high - draw.integers(0, 6, count) - abs(noise(count))
    low[draw.random(count) < 0.15] = -np.inf
    high[draw.random(count) < 0.15] = np.inf
    wanted = draw.integers(-3, 4, n) * draw.choice([1.0, 1.0, 3.0]) + noise(n)
    before = draw.integers(-4, 5, n) + noise(n)
    wide = draw.choice([0.0, 0.0, 3.0])
    unit = 10.0 ** np.round(draw.uniform(-wide, wide, n))
    weight = 10.0 ** np.round(draw.uniform(-wide, wide, (n, 1)))
    shared = np.arange(n) if draw.random() < 0.7 else np.flatnonzero(draw.random(n) < 0.7)
    shared = shared if shared.size else np.arange(n)
    scaled = A / unit * weight
    return Problem(
        scaled, scaled @ (wanted * unit), before * unit, q / unit, low, high, shared
    )  # fmt: skip


def prove(problem, code, u, active):
    """Assert that this is the answer."""
    p = problem
    assert code in (BlockCode.OK, BlockCode.UNBEARABLE)
    scale_of_rows = np.abs(p.A) @ np.abs(u) + np.abs(p.b)
    assert np.all(np.abs(p.A @ u - p.b) <= 1e-11 * scale_of_rows + 1e-300)
    at = np.flatnonzero(active)
    side = active[at]
    end = np.where(side > 0, p.high[at], p.low[at])
    outward = side[:, None] * p.q[at]
    if code is BlockCode.UNBEARABLE:
        contradiction(p, outward, side * end)
        return
    load, terms = p.q @ u, np.abs(p.q) @ np.abs(u)
    single = np.count_nonzero(p.q, axis=1) == 1
    slack = np.where(single & np.all(np.abs(p.q) <= 1.0, axis=1), 4e-16, 1e-12) * terms
    assert np.all(load <= p.high + slack)
    assert np.all(load >= p.low - slack)
    assert np.all(np.abs(load[at] - end) <= slack[at])
    change = np.zeros(len(u))
    change[p.shared] = (p.before - u)[p.shared]
    proof(p, outward, change)


def unit_rows(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def independent(A):
    """Orthonormal rows that span those of A."""
    A = A[np.any(A != 0.0, axis=1)]
    if not len(A):
        return A
    _, singular, vectors = np.linalg.svd(unit_rows(A))
    return vectors[: int((singular > 1e-10 * singular[0]).sum())]


def proof(p, outward, change):
    """Assert that `change` is a sum of equations and of bounds, each pushed from within."""
    unit = np.abs(change).max(initial=1e-300)
    normals = np.concatenate([unit_rows(outward), independent(p.A), -independent(p.A)])
    _, left = nnls(normals.T, change / unit, maxiter=100 * len(u_of(p))) if len(normals) else (0, np.linalg.norm(change / unit))
    assert left < 1e-7 or unit < 1e-9 * np.abs(p.before).max()


def u_of(p):
    return p.b


def contradiction(p, outward, end):
    raise NotImplementedError


@pytest.mark.parametrize("part", range(_PARTS))
def test_dense(part):
    for seed in range(part, _COUNT, _PARTS):
        p = random_problem(seed)
        prove(p, *p.dense())
