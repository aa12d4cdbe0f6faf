"""Outputs that a printed function stores into the arrays of `dt_io`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Copy", "Output"]

Ints = NDArray[np.int64]


class Output(NamedTuple):
    """A node that is stored into an array of `dt_io`.

    `early` is set for outputs that are stored before a loop they do not need can fail.
    """

    array: str
    place: int
    node: int
    early: bool = False

    @property
    def roots(self) -> tuple[int, ...]:
        """Nodes that must be computed first."""
        return (self.node,)


class Copy(NamedTuple):
    """Many quantities that are copied into an array of `dt_io`.

    Attributes
    ----------
    places : int array
        Positions of the targets.
    kind : {"x", "s"}
        States, or unknowns stored by batches.
    source : int array
        Numbers of the states or unknowns.
    roots : tuple of int
        Nodes that must be computed first.
    """

    array: str
    places: Ints
    kind: str
    source: Ints
    roots: tuple[int, ...]
