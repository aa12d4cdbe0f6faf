"""The end of a search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Solution"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Solution:
    """The end of a search.

    Attributes
    ----------
    x : float array
        Values of the unknowns.
    residuals, jacobian : float array
        There; derivatives are with respect to the coordinates of the search.
    cost : float
        What was minimised: half the sum of squares, or of the loss.
    at_bound : bool array
        Which unknowns are at a bound.
    free : bool array
        Which unknowns were varied.
    message : str
        Why it ended.
    converged : bool
        Whether it ended for a good reason.
    steps : int
        Number of evaluations.
    """

    x: Floats
    residuals: Floats
    jacobian: Floats
    cost: float
    at_bound: Bools
    free: Bools
    message: str
    converged: bool
    steps: int
