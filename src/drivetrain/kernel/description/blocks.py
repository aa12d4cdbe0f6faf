"""Sparse linear blocks: pattern and fill-reducing elimination order."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError
from drivetrain.kernel import library as c
from drivetrain.kernel.arrays import fixed
from drivetrain.kernel.status import BlockCode

__all__ = ["BlockShape", "SparseBlock"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BlockShape:
    """A square matrix of fixed pattern, and its tearing variables.

    Attributes
    ----------
    pointers, rows : int array
        Pattern in compressed columns.
    torn : int array
        Tearing variables: all other unknowns follow from them.
    nonsingular : bool
        Whether the solution must be unique: a rank deficient block is then singular.
    shared : int array, optional
        Tearing variables that are kept nearest to their previous values if the block is rank
        deficient; by default all.
    """

    pointers: Ints
    rows: Ints
    torn: Ints
    nonsingular: bool = False
    shared: Ints | None = None
    bounded: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    bounds: int = 0

    def __post_init__(self) -> None:
        """Make all indices what the kernel reads: contiguous, of 64 bits."""
        for name in ("pointers", "rows", "torn", "shared", "bounded"):
            given = getattr(self, name)
            if given is not None:
                object.__setattr__(self, name, fixed(name, given, np.int64, None))

    @property
    def n(self) -> int:
        """Number of unknowns."""
        return self.pointers.size - 1

    @property
    def entries(self) -> int:
        """Number of entries of the matrix."""
        return self.rows.size

    @cached_property
    def struct(self) -> c.BlockShape:
        """The struct passed to the kernel; its arrays live as long as this object."""
        return c.BlockShape(
            n=self.n,
            n_torn=self.torn.size,
            n_shared=self._shared.size,
            nonsingular=self.nonsingular,
            n_bounded=self.bounded.size,
            bounds=self.bounds,
            **{name: array.ctypes.data for name, array in self.arrays.items()},
        )

    @property
    def arrays(self) -> dict[str, Ints]:
        """The arrays of the struct by their names there."""
        return {
            "ptr": self.pointers, "row": self.rows, "order": self._order, "torn": self.torn,
            "shared": self._shared, "bounded": self.bounded,
        }  # fmt: skip

    @cached_property
    def _shared(self) -> Ints:
        return self.torn if self.shared is None else self.torn[self.shared]

    @cached_property
    def _order(self) -> Ints:
        """Return columns in an order that keeps factors sparse whatever rows become pivots.

        By column approximate minimum degree, as in SuperLU (T. A. Davis et al., ACM Transactions on
        Mathematical Software 30, 2004).
        """
        from scipy.sparse import csc_array
        from scipy.sparse.csgraph import structural_rank
        from scipy.sparse.linalg import splu

        # Only the pattern counts; unrelated values keep SuperLU going. A structurally singular
        # pattern may terminate it, and the whole process with it.
        values = np.random.default_rng(0).uniform(1.0, 2.0, self.entries)
        places = self.rows.astype(np.int32), self.pointers.astype(np.int32)  # for older SciPy
        matrix = csc_array((values, *places), shape=(self.n, self.n))
        if structural_rank(matrix) < self.n:
            return np.arange(self.n, dtype=np.int64)
        try:
            factors = splu(matrix, permc_spec="COLAMD")
        except RuntimeError:
            return np.arange(self.n, dtype=np.int64)
        return np.argsort(factors.perm_c).astype(np.int64)


class SparseBlock:
    """A large linear block with its factors.

    Parameters
    ----------
    shape : BlockShape
        Pattern.
    """

    def __init__(self, shape: BlockShape) -> None:
        self._shape = shape
        self._library = c.load_library()
        self._handle: int | None = self._library.dt_block_create(shape.struct)
        if not self._handle:
            raise MemoryError("no memory for an algebraic block of this size")

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            self._library.dt_block_destroy(handle)

    def rank(self, values: Floats) -> int:
        """Return the numerical rank of the matrix with these values of its entries, by its pivots.

        Raises
        ------
        DrivetrainError
            If a value is not finite.
        """
        code = BlockCode(self._library.dt_block_factor(self._handle, _data(values)))
        if code != BlockCode.OK:
            raise DrivetrainError(f"algebraic block of order {self._shape.n}: {code.name}")
        return int(self._library.dt_block_rank(self._handle))

    def solve(self, values: Floats, right: Floats, previous: Floats) -> tuple[BlockCode, Floats]:
        """Return the solution nearest to the previous values of the tearing variables.

        Parameters
        ----------
        values : float array, shape (entries,)
            Entries of the matrix.
        right : float array, shape (n,)
            Right-hand side.
        previous : float array, shape (torn,)
            Previous values; overwritten by those of the solution.
        """
        solution: Floats = np.array(right, dtype=np.float64)
        code = self._library.dt_block_solve(
            self._handle, _data(values), solution.ctypes.data, previous.ctypes.data
        )
        return BlockCode(code), solution


def _data(values: Floats) -> int:
    return values.ctypes.data
