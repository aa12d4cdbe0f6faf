"""Runs with steps of one size, and the order of convergence that they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


def fixed_step(h: float, method: str = "bs5") -> dict[str, Any]:
    """Settings that make every step h: the tolerance never bites."""
    return {"atol": 1e9, "rtol": 0.0, "initial_step": h, "max_step": h, "method": method}


def observed_order(errors: Sequence[float]) -> npt.NDArray[np.float64]:
    """Order between each run and the next, whose steps are half as long."""
    ratios: npt.NDArray[np.float64] = np.array(errors[:-1]) / np.array(errors[1:])
    return np.log2(ratios)
