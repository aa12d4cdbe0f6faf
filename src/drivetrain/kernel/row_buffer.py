"""Reusable memory for rows."""

from __future__ import annotations

from sys import getrefcount

import numpy as np
import numpy.typing as npt

__all__ = ["RowBuffer"]

Floats = npt.NDArray[np.float64]

_LEAST = 10_000
"""Length of an array up to which fresh memory costs almost nothing."""
_MOST = 16_000_000
"""Length of an array above which it is not kept, 128 MB."""


class RowBuffer:
    """Provides arrays, the same one each time if it is free.

    The rows of a run are often dropped before the next run begins. Fresh memory for them comes from
    the operating system page by page, which takes longer than filling it.

    Examples
    --------
    >>> room = RowBuffer()
    >>> array = room.take((2000, 10))
    >>> again = room.take((2000, 10))
    >>> again is array
    False
    """

    def __init__(self) -> None:
        self._kept: list[Floats] = []

    def take(self, shape: tuple[int, int]) -> Floats:
        """Return an array of this shape with arbitrary contents, not in use elsewhere.

        Parameters
        ----------
        shape : tuple of int
            Rows, columns.
        """
        if not _LEAST <= shape[0] * shape[1] <= _MOST:
            return np.empty(shape)
        array, references = _taken_out(self._kept)
        if array is None or array.shape != shape or references != _OURS_ALONE:
            array = np.empty(shape)
        self._kept = [array]
        return array


def _taken_out(kept: list[Floats]) -> tuple[Floats | None, int]:
    """Remove and return the contents of a list, if any, with their reference count."""
    try:
        array = kept.pop()  # atomic: several threads may take
    except IndexError:
        return None, 0
    return array, getrefcount(array)


_OURS_ALONE = _taken_out([np.empty(1)])[1]
"""Reference count of an otherwise unreferenced array; interpreters differ."""
