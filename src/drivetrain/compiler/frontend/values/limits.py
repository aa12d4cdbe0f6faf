"""Limits: sizes of numbers that can be computed with."""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

__all__ = ["REMEDY", "is_moderate", "is_tiny"]

Floats = NDArray[np.float64]

_LARGEST, _SMALLEST = 1e100, 1e-100
REMEDY = f"cannot be computed with: give 0 or a size between {_SMALLEST:g} and {_LARGEST:g}"
"""What to do about any other."""


def is_moderate(values: Floats) -> NDArray[np.bool_]:
    """Tell of which values products of a few of them neither overflow nor lose their digits."""
    size = np.abs(values)
    moderate: NDArray[np.bool_] = (size >= _SMALLEST) & (size <= _LARGEST) | (size == 0.0)
    return moderate


def is_tiny(bound: float) -> bool:
    """Tell whether a lower bound stands for "above 0"."""
    return 0 < bound <= sys.float_info.min
