"""Cache blocking: the states of a long model in tiles that fit into the processor's caches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Tiles"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Tiles:
    """Derivatives that are computed together.

    Attributes
    ----------
    pointers : int array
        Tile k consists of the ranges ``pointers[k]`` to ``pointers[k + 1]``.
    first, size : int array
        First state or quadrature of each range, and its length.
    remembered : int
        Numbers that a stage carries from one tile to the next.
    address : int
        Address of the function (`dt_tile`); 0 until it is compiled.
    """

    pointers: Ints
    first: Ints
    size: Ints
    remembered: int
    address: int = 0

    @classmethod
    def of(cls, tile: npt.NDArray[np.integer], count: int, remembered: int) -> Tiles:
        """Return the tiles, given the tile of every state and quadrature.

        Parameters
        ----------
        tile : int array
            Tile number of each.
        count : int
            Number of tiles.
        remembered : int
            Numbers that a stage carries.
        """
        first = np.flatnonzero(np.diff(tile, prepend=-1))
        size = np.diff(first, append=len(tile))
        order = np.argsort(tile[first], kind="stable")
        counts = np.bincount(tile[first], minlength=count)
        pointers = np.append(0, np.cumsum(counts)).astype(np.int64)
        return cls(pointers, first[order], size[order], remembered)
