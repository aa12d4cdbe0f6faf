"""Range of numbers that can be computed with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["REMEDY", "is_moderate", "is_tiny"]

Floats = NDArray[np.float64]

_LARGEST, _SMALLEST, _TINY = 1e100, 1e-100, 1e-60
REMEDY = f"cannot be computed with: give 0 or a size between {_SMALLEST:g} and {_LARGEST:g}"
"""Advice for any other number."""


def is_moderate(values: Floats) -> NDArray[np.bool_]:
    """Mark the values whose products in small numbers neither overflow nor lose digits."""
    size = np.abs(values)
    moderate: NDArray[np.bool_] = (size >= _SMALLEST) & (size <= _LARGEST) | (size == 0.0)
    return moderate


def is_tiny(bound: float) -> bool:
    """Return whether a lower bound stands for "above 0"."""
    return 0 < bound <= _TINY
