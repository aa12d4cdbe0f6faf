"""Lines of orders in a Campbell diagram."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

__all__ = ["OrderLine"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class OrderLine:
    """Angular frequency of an order of a shaft.

    Attributes
    ----------
    shaft : str
        The shaft.
    order : float
        Order of its rotation.
    omega : float array, shape (n_points,)
        Order times speed of that shaft, rad/s, at each speed of the reference shaft.
    own : bool
        Whether it is the reference shaft itself.
    """

    shaft: str
    order: float
    omega: Floats = field(repr=False)
    own: bool = True

    @property
    def label(self) -> str:
        """Order, and shaft if that is not the reference."""
        return f"{self.order:g}" if self.own else f"{self.order:g} × {self.shaft}"
