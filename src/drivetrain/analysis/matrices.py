"""Matrices that are dense for small models and sparse for large ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

__all__ = ["Matrix", "compressed", "dense", "is_sparse"]

Matrix = Any
"""A NumPy array, or a sparse array of SciPy."""


def is_sparse(matrix: Matrix) -> bool:
    """Tell whether a matrix is sparse."""
    return bool(sparse.issparse(matrix))


def dense(matrix: Matrix) -> NDArray[Any]:
    """Return a matrix as a dense array."""
    return np.asarray(matrix.toarray() if is_sparse(matrix) else matrix)


def compressed(matrix: Matrix) -> Matrix:
    """Return a matrix as a sparse array in compressed rows, without stored zeros."""
    found: Matrix = sparse.csr_array(matrix)
    found.eliminate_zeros()
    return found
