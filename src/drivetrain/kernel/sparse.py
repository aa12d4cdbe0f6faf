"""Sparse LU of fixed pattern: ordered once by SuperLU, factorised by the kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.library import load_library
from drivetrain.kernel.status import BlockCode

__all__ = ["SparseLU", "pivot_order"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_DIAGONAL_THRESHOLD = 0.1


def pivot_order(pointers: Ints, rows: Ints, values: Floats) -> tuple[Ints, Ints] | None:
    """Find a pivot order that keeps the factors sparse and the elimination stable.

    Columns are ordered by minimum degree, pivots are chosen by threshold partial pivoting that
    prefers the diagonal; SuperLU does both (J. W. Demmel et al., SIAM J. Matrix Anal. Appl. 20,
    1999).

    Parameters
    ----------
    pointers, rows : int array
        Pattern of the matrix in compressed columns.
    values : float array
        Representative values of the entries.

    Returns
    -------
    position : int array, shape (n,)
        Pivot to which each row belongs.
    column : int array, shape (n,)
        Column that belongs to each pivot. If the matrix is singular, None is returned instead of
        both.
    """
    from scipy.sparse import csc_array
    from scipy.sparse.linalg import splu

    n = pointers.size - 1
    matrix = csc_array((values, rows, pointers), shape=(n, n))
    try:
        factors = splu(matrix, permc_spec="COLAMD", diag_pivot_thresh=_DIAGONAL_THRESHOLD)
    except RuntimeError:
        return None
    position: Ints = factors.perm_r.astype(np.int64)
    column: Ints = np.argsort(factors.perm_c).astype(np.int64)
    return position, column


class SparseLU:
    """LU factors of a sparse matrix with fixed pattern and changing values.

    Parameters
    ----------
    pointers : int array, shape (n + 1,)
        Start of each column in `rows`.
    rows : int array
        Rows of the entries, column by column.

    Raises
    ------
    DrivetrainError
        If the arrays do not describe a square matrix.
    """

    def __init__(self, pointers: npt.NDArray[Any], rows: npt.NDArray[Any]) -> None:
        self._pointers = np.ascontiguousarray(pointers, dtype=np.int64)
        self._rows = np.ascontiguousarray(rows, dtype=np.int64)
        self.n = self._pointers.size - 1
        self.analyses = 0
        inside = self._rows.size == 0 or (self._rows.min() >= 0 and self._rows.max() < self.n)
        if self.n < 1 or self._pointers[-1] != self._rows.size or not inside:
            raise DrivetrainError(
                f"sparse matrix: {self.n} columns with {self._rows.size} entries, pointers or rows "
                "out of range"
            )
        self._library = load_library()
        self._handle: int | None = self._library.dt_sparse_create(
            self.n, self._pointers.ctypes.data, self._rows.ctypes.data
        )
        if not self._handle:
            raise MemoryError("no memory for a sparse matrix of this size")

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            self._library.dt_sparse_destroy(handle)

    @property
    def entries(self) -> int:
        """Number of entries in both factors."""
        return int(self._library.dt_sparse_entries(self._handle))

    def factor(self, values: npt.NDArray[np.float64]) -> None:
        """Factorise, after a new analysis if the old pivot order has become unsuitable.

        Parameters
        ----------
        values : float array
            Values of the entries, in the order of `rows`.

        Raises
        ------
        DrivetrainError
            If the matrix is singular or the values do not fit its pattern.
        """
        entries = np.ascontiguousarray(values, dtype=np.float64)
        if entries.shape != self._rows.shape:
            raise DrivetrainError(
                f"sparse matrix: needs {self._rows.size} values, got an array of shape "
                f"{entries.shape}"
            )
        if self._try(entries) == BlockCode.OK:
            return
        order = pivot_order(self._pointers, self._rows, entries)
        self.analyses += 1
        if order is not None:
            self._library.dt_sparse_order(self._handle, order[0].ctypes.data, order[1].ctypes.data)
        if order is None or self._try(entries) != BlockCode.OK:
            raise DrivetrainError(f"sparse matrix of order {self.n}: it is singular")

    def _try(self, values: Floats) -> BlockCode:
        return BlockCode(self._library.dt_sparse_factor(self._handle, values.ctypes.data))

    def solve(self, right: npt.NDArray[np.float64]) -> Floats:
        """Return the solution for a right-hand side, using the last factorisation.

        Parameters
        ----------
        right : float array, shape (n,)
            Right-hand side.
        """
        solution: Floats = np.array(right, dtype=np.float64)
        if solution.shape != (self.n,):
            raise DrivetrainError(
                f"sparse matrix of order {self.n}: the right-hand side has shape {solution.shape}"
            )
        self._library.dt_sparse_solve(self._handle, solution.ctypes.data)
        return solution
