"""Tiles: the states of a long model in pieces that stay in the nearer caches of the processor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Tiles"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tiles:
    """Which derivatives are computed together.

    Attributes
    ----------
    pointers : int array
        Strip k consists of the ranges ``pointers[k]`` to ``pointers[k + 1]``.
    first, size : int array
        First state or quadrature of each range, and how many it has.
    remembered : int
        Numbers that a stage keeps from one strip to the next.
    address : int
        Of the function (`dt_tile`); 0 until it is compiled.
    """

    pointers: Ints
    first: Ints
    size: Ints
    remembered: int
    address: int = 0

    @classmethod
    def of(cls, strip: npt.NDArray[np.integer], count: int, remembered: int) -> Tiles:
        """Return the strips of which every state's and quadrature's is known.

        Parameters
        ----------
        strip : int array
            Number of the strip of each.
        count : int
            Number of strips.
        remembered : int
            Numbers that a stage keeps.
        """
        first = np.flatnonzero(np.diff(strip, prepend=-1))
        size = np.diff(first, append=len(strip))
        order = np.argsort(strip[first], kind="stable")
        counts = np.bincount(strip[first], minlength=count)
        pointers = np.append(0, np.cumsum(counts)).astype(np.int64)
        return cls(pointers, first[order], size[order], remembered)
