"""What elements can hold together: a sum of intervals, described by its facets."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["facets", "split"]

Floats = NDArray[np.float64]

_RANK: Final = 1e-10


def split(matrix: Floats) -> tuple[Floats, Floats]:
    """Return an orthonormal basis U of the columns of a matrix, and ``Uᵀ @ matrix``."""
    if not matrix.size:
        return np.zeros((matrix.shape[0], 0)), np.zeros((0, matrix.shape[1]))
    left, size, right = np.linalg.svd(matrix, full_matrices=False)
    rank = int((size > _RANK * max(float(size[0]), 1e-300)).sum())
    return left[:, :rank], size[:rank, None] * right[:rank]


def facets(generators: Floats) -> Floats:
    """Return the normals of the facets of ``{generators @ x: x in a box}``, one in each row.

    Parameters
    ----------
    generators : float array, shape (r, n)
        Of the rank r.

    Returns
    -------
    float array, shape (m, r)
        Both directions of each. A point p is in the set if and only if, for each normal y,
        ``y @ p`` is at most the largest value of ``y @ generators @ x`` in the box.
    """
    rank, count = generators.shape
    found: list[Floats] = []
    length = np.linalg.norm(generators, axis=0)
    unit = generators / np.where(length > 0, length, 1.0)
    for chosen in combinations(range(count), rank - 1) if rank else ():
        _, size, right = np.linalg.svd(unit[:, chosen].T, full_matrices=True)
        if rank > 1 and (len(size) < rank - 1 or size[-1] <= _RANK):
            continue
        normal = right[-1]
        if all(abs(abs(normal @ other) - 1.0) > _RANK for other in found):
            found.append(normal)
    normals = np.array(found).reshape(len(found), rank)
    return np.concatenate([normals, -normals])
