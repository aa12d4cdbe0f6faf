"""Which elements at rest hold, and which let go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.oracles.gauss.box import nearest_in_box

__all__ = ["AtRest", "UndecidedError", "starting"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_MOVES: Final = 1e-10
"""Acceleration that counts as one, beside what the largest loads would give."""


class UndecidedError(Exception):
    """Several answers fit the laws; what they say of the elements."""


@dataclass(frozen=True)
class AtRest:
    """The elements at rest at an instant.

    Attributes
    ----------
    across : float array, shape (m, n)
        L⁻¹ Hᵀ of these elements, a column for each.
    low, high : float array, shape (n,)
        Limits at rest.
    sliding_low, sliding_high : float array, shape (n,)
        Limits while they slide backward and forward.
    """

    across: Floats
    low: Floats
    high: Floats
    sliding_low: Floats
    sliding_high: Floats

    @property
    def dropping(self) -> list[int]:
        """The elements whose limit drops as soon as they slide."""
        lower = (self.sliding_high < self.high) | (self.sliding_low > self.low)
        return np.flatnonzero(lower).tolist()


def starting(rest: AtRest, load: Floats, size: float) -> NDArray[np.int64]:
    """Return the directions in which elements at rest begin to slide: −1, 0 (it holds) or 1.

    Parameters
    ----------
    rest : AtRest
        The elements.
    load : float array, shape (m,)
        L⁻¹ f without the elements at rest.
    size : float
        Size of the terms of `load`.

    Raises
    ------
    UndecidedError
        If two different smallest sets can let go, or if none can.
    """
    consistent: list[tuple[set[int], NDArray[np.int64]]] = []
    for count in range(len(rest.dropping) + 1):
        for chosen in combinations(rest.dropping, count):
            if any(known <= set(chosen) for known, _ in consistent):
                continue
            directions = _directions(rest, load, size, chosen)
            if all((directions[k] != 0) == (k in chosen) for k in rest.dropping):
                consistent.append((set(chosen), directions))
        if consistent and count > 3:
            break  # larger sets are not tried
    if len(consistent) != 1:
        sets = " or ".join(str(sorted(known)) for known, _ in consistent) or "no set"
        raise UndecidedError(f"{sets} of the elements with a drop may let go")
    return consistent[0][1]


def _directions(
    rest: AtRest, load: Floats, size: float, chosen: Sequence[int]
) -> NDArray[np.int64]:
    """Return who moves where, if exactly the chosen elements have their sliding limits."""
    low, high = rest.low.copy(), rest.high.copy()
    low[list(chosen)] = rest.sliding_low[list(chosen)]
    high[list(chosen)] = rest.sliding_high[list(chosen)]
    torques = nearest_in_box(rest.across, load, low, high)
    acceleration = rest.across.T @ (load - rest.across @ torques)
    moves = np.abs(acceleration) > _MOVES * np.linalg.norm(rest.across, axis=0) * size
    return np.where(moves, np.sign(acceleration), 0.0).astype(np.int64)
