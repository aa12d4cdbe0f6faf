"""The second-order form of a state matrix: ``q'' = -P q - R q'``.

Torsional systems without controllers have it. `P` is symmetric but for a scaling of its rows where
bodies act on each other through springs: then solvers for symmetric matrices apply, which are
faster, and exact for undamped systems and for those whose damping is a sum of multiples of masses
and stiffnesses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order, connected_components

__all__ = ["SecondOrder", "second_order_of"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Matrix = Any

_SAME = 1e-9
"""Relative difference within which entries count as symmetric."""
_PROPORTIONAL = 1e-10
"""Largest relative rest of a damping that is a sum of multiples of masses and stiffnesses."""
_SMALL = 400
"""Angles up to which a coupling of angles and speeds is inverted."""


@dataclass(frozen=True, eq=False)
class SecondOrder:
    """``q' = transmission @ v`` and ``q'' = -stiffness @ q - damping @ q'``.

    Attributes
    ----------
    angles, speeds : int array
        States that are `q` and `v`.
    transmission, inverse : sparse array
        Rates of the angles over the speeds, and its inverse.
    stiffness, damping : sparse array
        Divided by masses: `P` and `R`.
    """

    angles: Ints
    speeds: Ints
    transmission: Matrix
    inverse: Matrix
    stiffness: Matrix
    damping: Matrix

    @cached_property
    def weights(self) -> Floats | None:
        """Positive `w` so that ``w[:, None] * stiffness`` is symmetric; None if there are none."""
        return _weights(self.stiffness)

    @cached_property
    def proportional(self) -> tuple[float, float] | None:
        """Factors of a damping ``a I + b P``; None if it is not of this kind."""
        size = _dot(self.damping, self.damping)
        if size == 0:
            return 0.0, 0.0
        parts = sparse.eye_array(len(self.angles), format="csr"), self.stiffness
        moments = np.array([[_dot(x, y) for y in parts] for x in parts])
        scale = np.sqrt(np.diagonal(moments))
        if (
            not (scale > 0).all()
            or moments[0, 1] ** 2 >= (1 - _SAME) * moments[0, 0] * moments[1, 1]
        ):
            return self._uniform(size)
        right = np.array([_dot(x, self.damping) for x in parts])
        both = np.linalg.solve(moments / np.outer(scale, scale), right / scale) / scale
        alone = right / np.diagonal(moments)
        for a, b in ((0.0, alone[1]), (alone[0], 0.0), both):  # the simplest that fits
            rest = self.damping - a * parts[0] - b * parts[1]
            if _dot(rest, rest) <= _PROPORTIONAL**2 * size:
                return float(a), float(b)
        return None

    def _uniform(self, size: float) -> tuple[float, float] | None:
        """Return the factor of a damping ``a I``."""
        mean = float(self.damping.diagonal().mean())
        rest = self.damping - mean * sparse.eye_array(len(self.angles), format="csr")
        return (mean, 0.0) if _dot(rest, rest) <= _PROPORTIONAL**2 * size else None


def second_order_of(matrix: Matrix, is_angle: Bools, is_speed: Bools) -> SecondOrder | None:
    """Return the second-order form of a state matrix, None if it has none.

    Parameters
    ----------
    matrix : matrix, shape (n, n)
        State matrix.
    is_angle, is_speed : bool array
        Which states are angles or positions, and which are speeds.
    """
    angles, speeds = np.flatnonzero(is_angle), np.flatnonzero(is_speed)
    if len(angles) != len(speeds) or len(angles) + len(speeds) != matrix.shape[0]:
        return None
    whole = sparse.csr_array(matrix)
    upper, lower = whole[angles], whole[speeds]
    if upper[:, angles].count_nonzero():
        return None
    transmission = upper[:, speeds].tocsr()
    inverse = _inverse(transmission)
    if inverse is None:
        return None
    stiffness = -(transmission @ lower[:, angles])
    damping = -(transmission @ lower[:, speeds] @ inverse)
    return SecondOrder(
        angles, speeds, transmission, inverse, _clean(stiffness), _clean(damping)
    )  # fmt: skip


def _clean(matrix: Matrix) -> Matrix:
    found = sparse.csr_array(matrix)
    found.eliminate_zeros()
    return found


def _inverse(transmission: Matrix) -> Matrix | None:
    """Return the inverse of a transmission; None if angles and speeds do not correspond."""
    transmission.eliminate_zeros()
    rows = np.diff(transmission.indptr)
    columns = np.bincount(transmission.indices, minlength=transmission.shape[1])
    if (rows == 1).all() and (columns == 1).all():
        return transmission.power(-1).T.tocsr()
    if len(rows) > _SMALL:
        return None
    dense = transmission.toarray()
    if np.linalg.cond(dense) > 1 / _SAME:
        return None
    return sparse.csr_array(np.linalg.inv(dense))


def _dot(a: Matrix, b: Matrix) -> float:
    return float(a.multiply(b).sum())


def _weights(matrix: Matrix) -> Floats | None:
    """Return positive weights of rows that make a matrix symmetric; None if there are none.

    ``w[i] P[i, j] == w[j] P[j, i]`` gives the ratio of weights along every edge; they follow from
    a spanning tree, and all other edges have to agree.
    """
    entries = matrix.tocoo()
    apart = entries.row != entries.col
    i, j, value = entries.row[apart], entries.col[apart], entries.data[apart]
    pattern = sparse.coo_array((value, (i, j)), shape=matrix.shape).tocsr()
    mirrored = pattern.T.tocsr()
    pattern.sort_indices()
    mirrored.sort_indices()
    same = np.array_equal(pattern.indptr, mirrored.indptr) and np.array_equal(
        pattern.indices, mirrored.indices
    )
    if not same or (pattern.data * mirrored.data <= 0).any():
        return None
    ratio = pattern.copy()
    ratio.data = np.log(pattern.data / mirrored.data)  # log w[j] - log w[i]
    weights = np.exp(_potentials(ratio))
    edges = pattern.tocoo()
    left, right = weights[edges.row] * pattern.data, weights[edges.col] * mirrored.data
    return weights if np.all(np.abs(left - right) <= _SAME * np.abs(left)) else None


def _potentials(ratio: Matrix) -> Floats:
    """Return potentials whose differences along a spanning forest are given."""
    n = ratio.shape[0]
    graph = ratio.copy()
    graph.data = np.ones_like(graph.data)
    count, part = connected_components(graph, directed=False)
    first = np.zeros(count, dtype=np.int64)
    first[part[::-1]] = np.arange(n)[::-1]
    hub = sparse.coo_array((np.ones(count), (np.full(count, n), first)), shape=(n + 1, n + 1))
    padded = sparse.block_diag([graph, sparse.coo_array((1, 1))], format="csr")
    _, parent = breadth_first_order((padded + hub).tocsr(), n, directed=True)
    parent = np.where(parent[:n] == n, np.arange(n), parent[:n])
    step = np.zeros(n)
    inner = np.flatnonzero(parent != np.arange(n))
    step[inner] = np.asarray(ratio[parent[inner], inner]).ravel()
    while not np.array_equal(parent, parent[parent]):  # pointer jumping
        step, parent = step + step[parent], parent[parent]
    return step
