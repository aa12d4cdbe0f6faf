"""RowBuffer: memory for rows that is used again once nobody holds them any more."""

from __future__ import annotations

from sys import getrefcount

import numpy as np
import numpy.typing as npt

__all__ = ["RowBuffer"]

Floats = npt.NDArray[np.float64]

_LEAST = 10_000
"""Numbers in an array that fresh memory is had for at hardly any cost."""
_MOST = 16_000_000
"""Numbers in an array above which it is not kept, 128 MB."""


class RowBuffer:
    """Gives out arrays, each time the same one if it is free.

    What a run has written is often dropped before the next one begins. Fresh memory for it comes
    from the operating system page by page, which takes longer than filling it.

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
        """Return an array of this shape with any contents, which nobody else holds a part of.

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
    """Return what a list holds, if anything, and how many references to it there are then."""
    try:
        array = kept.pop()  # in one piece: several threads may take
    except IndexError:
        return None, 0
    return array, getrefcount(array)


_OURS_ALONE = _taken_out([np.empty(1)])[1]
"""References to an array that nothing else holds; interpreters count differently."""
