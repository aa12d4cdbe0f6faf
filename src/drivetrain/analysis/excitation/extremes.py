"""Largest and smallest value of a sum of harmonics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["half_range_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

_PER_WAVE = 64
_FEWEST = 512
_CORRECTIONS = 4


def half_range_of(orders: Floats, amplitudes: Complexes, revolutions: int) -> float:
    """Return half the range of ``Re Σ T_o exp(i o θ)`` over a period.

    Extremes of many samples are improved by Newton's method on the derivative.

    Parameters
    ----------
    orders : float array, shape (n,)
        The orders.
    amplitudes : complex array, shape (n,)
        Their amplitudes.
    revolutions : int
        Length of the period.
    """
    acting = np.abs(amplitudes) > 0
    orders, amplitudes = orders[acting], amplitudes[acting]
    if not len(orders):
        return 0.0
    return (
        _highest(orders, amplitudes, revolutions) + _highest(orders, -amplitudes, revolutions)
    ) / 2


def _highest(orders: Floats, amplitudes: Complexes, revolutions: int) -> float:
    """Return the largest value: the samples that exceed their neighbours are improved."""
    count = max(_FEWEST, int(_PER_WAVE * orders[-1] * revolutions))
    step = float(2 * np.pi * revolutions / count)
    samples = _sum(orders, amplitudes, step * np.arange(count, dtype=float))
    peaks = np.flatnonzero((samples >= np.roll(samples, 1)) & (samples >= np.roll(samples, -1)))
    begin: Floats = step * peaks.astype(float)
    angle = begin
    for _ in range(_CORRECTIONS):
        slope = _sum(orders, 1j * orders * amplitudes, angle)
        bend = _sum(orders, -(orders**2) * amplitudes, angle)
        move = np.divide(slope, bend, out=np.zeros_like(slope), where=bend < 0)
        angle = np.asarray(np.clip(angle - move, begin - step, begin + step))
    return max(float(samples.max()), float(_sum(orders, amplitudes, angle).max()))


def _sum(orders: Floats, amplitudes: Complexes, angle: Floats) -> Floats:
    return np.asarray((amplitudes @ np.exp(1j * np.outer(orders, angle))).real)
