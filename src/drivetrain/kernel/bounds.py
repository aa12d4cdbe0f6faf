"""Bounds of loads that a linear system leaves open."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError
from drivetrain.kernel import library as c

__all__ = ["LoadBounds"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class LoadBounds:
    """Loads ``q u`` of the unknowns ``u`` of a linear system, and what they have to stay between.

    Parameters
    ----------
    coefficients : float array
        Rows q: of shape (count, n), or those that are stored if there are `pointers`.
    low, high : float array, shape (count,)
        Bounds; they may be infinite.
    pointers, columns : int array, optional
        Pattern of the rows, compressed.

    Attributes
    ----------
    active : int array, shape (count,)
        After a system is solved: 1 where the upper bound keeps a load back, -1 where the lower one
        does, else 0. If no solution is within the bounds, some that contradict each other.

    Raises
    ------
    DrivetrainError
        If the arrays do not fit each other.
    """

    def __init__(
        self,
        coefficients: Floats,
        low: Floats,
        high: Floats,
        pointers: Ints | None = None,
        columns: Ints | None = None,
    ) -> None:
        self._coefficients, self._low, self._high = (
            np.ascontiguousarray(a, dtype=np.float64) for a in (coefficients, low, high)
        )
        self._pattern = [
            None if a is None else np.ascontiguousarray(a, dtype=np.int64)
            for a in (pointers, columns)
        ]
        self.active: Ints = np.zeros(self._low.size, dtype=np.int64)
        self._check()

    def _check(self) -> None:
        pointers, columns = self._pattern
        rows = len(self._coefficients) if pointers is None else pointers.size - 1
        if not rows == self._low.size == self._high.size:
            raise DrivetrainError(
                f"bounds of {rows} loads: there are {self._low.size} lower and "
                f"{self._high.size} upper ones; give one of each for every load"
            )
        if pointers is not None and (
            columns is None or not self._coefficients.size == columns.size == pointers[-1]
        ):
            raise DrivetrainError(
                f"bounds of {rows} loads: the pattern has {pointers[-1]} entries, and there are "
                f"{self._coefficients.size} coefficients; give a column and a coefficient each"
            )

    @cached_property
    def struct(self) -> c.Bounds:
        """What the kernel is told; its arrays live as long as this object."""
        pointers, columns = (a.ctypes.data if a is not None else None for a in self._pattern)
        return c.Bounds(
            count=self._low.size,
            ptr=pointers,
            column=columns,
            q=self._coefficients.ctypes.data,
            low=self._low.ctypes.data,
            high=self._high.ctypes.data,
            active=self.active.ctypes.data,
        )
