"""Outputs: what a printed function stores into the arrays of `dt_io`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Copy", "Output"]

Ints = NDArray[np.int64]


class Output(NamedTuple):
    """A node that is stored into an array of `dt_io`.

    `early` is set where that is done before a loop can fail that the node does not need.
    """

    array: str
    place: int
    node: int
    early: bool = False

    @property
    def roots(self) -> tuple[int, ...]:
        """Nodes that have to come first."""
        return (self.node,)


class Copy(NamedTuple):
    """Many quantities that are copied into an array of `dt_io`.

    Attributes
    ----------
    places : int array
        Where they go.
    kind : {"x", "s"}
        States, or unknowns that batches have stored.
    source : int array
        Numbers of the states or unknowns.
    roots : tuple of int
        Nodes that have to come first.
    """

    array: str
    places: Ints
    kind: str
    source: Ints
    roots: tuple[int, ...]
