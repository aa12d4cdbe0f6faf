"""Poles of low-pass filters with the cut-off frequency 1 rad/s."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["ANALOG_FILTERS", "low_pass_poles"]

ANALOG_FILTERS = ("critical_damping", "bessel", "butterworth")
"""Families of filters."""

_CUT_OFF = 10**0.3
"""Square of the damping at the cut-off frequency of a normalized filter: 3 dB."""


def low_pass_poles(analog_filter: str, order: int, normalized: bool) -> NDArray[np.complex128]:
    """Return the poles of a filter; of conjugate pairs, the one above the real axis.

    Parameters
    ----------
    analog_filter : str
        One of :data:`ANALOG_FILTERS`.
    order : int
        Number of poles, at least 1.
    normalized : bool
        Whether the damping at 1 rad/s is 3 dB; otherwise critical damping has poles at -1 and
        the delay of a Bessel filter is 1 s. A Butterworth filter is always normalized.

    Notes
    -----
    Thomson, Proc. IEE 96 (1949) for the Bessel filter; Butterworth, Wireless Engineer 7 (1930).
    """
    if analog_filter == "critical_damping":
        scale = 1 / math.sqrt(_CUT_OFF ** (1 / order) - 1) if normalized else 1.0
        return np.full(order, -scale, dtype=complex)
    if analog_filter == "butterworth":
        angles = math.pi / 2 + (math.pi / order) * (np.arange((order + 1) // 2) + 0.5)
        return _above(np.exp(1j * angles))
    poles = np.roots(_bessel_polynomial(order))
    return _above(poles / (_edge(poles) if normalized else 1.0))


def _above(poles: Any) -> NDArray[np.complex128]:
    real = np.abs(poles.imag) < 1e-9
    found = np.concatenate([poles[real].real + 0j, poles[~real & (poles.imag > 0)]])
    return np.asarray(found, dtype=complex)


def _bessel_polynomial(order: int) -> list[float]:
    """Return the reverse Bessel polynomial, highest power first."""
    return [
        math.factorial(2 * order - k)
        / (2 ** (order - k) * math.factorial(k) * math.factorial(order - k))
        for k in range(order, -1, -1)
    ]


def _edge(poles: Any) -> float:
    """Return the frequency at which the damping is 3 dB."""
    from scipy.optimize import brentq

    def excess(w: float) -> float:
        return float(np.prod(np.abs(1 - 1j * w / poles) ** 2) - _CUT_OFF)

    return float(brentq(excess, 0.0, 1e3, xtol=1e-15, rtol=1e-15))
