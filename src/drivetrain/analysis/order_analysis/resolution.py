"""What is asked of an order analysis: windows, orders, and the cells of angle that serve both."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import DrivetrainError, UsageError, nearest, shown
from drivetrain.modeling.argument_values import checked_number

__all__ = ["HANN", "RECTANGULAR", "Resolution", "resolution_of"]

RECTANGULAR, HANN = "rectangular", "hann"
_WINDOWS = (RECTANGULAR, HANN)
_FEWEST_CELLS = 16
"""Cells per revolution at least, so that strong orders above the highest do no harm."""
_MOST_ORDERS = 100_000
_NEAR = 1e-9
"""Distance from a multiple of the resolution, relative to it, that counts as none."""


@dataclass(frozen=True)
class Resolution:
    """Windows and orders of an analysis.

    Attributes
    ----------
    revolutions : int
        Length of a window.
    highest : float
        Highest order.
    window : {"rectangular", "hann"}
        Weights over a window.
    overlap : float
        Part of a window that the next one shares.
    """

    revolutions: int
    highest: float
    window: str
    overlap: float

    @property
    def length_text(self) -> str:
        """Length of a window, for texts."""
        return f"{self.revolutions} revolution{'s' * (self.revolutions != 1)}"

    @property
    def cells(self) -> int:
        """Cells per revolution; a cell is no longer than a wave of the highest order."""
        return max(ceil(self.highest), _FEWEST_CELLS)

    @property
    def length(self) -> int:
        """Cells of a window."""
        return self.revolutions * self.cells

    @property
    def hop(self) -> int:
        """Cells from the begin of a window to that of the next."""
        return max(round((1.0 - self.overlap) * self.length), 1)

    @property
    def block(self) -> int:
        """Largest number of cells of which both windows and hops are made."""
        return gcd(self.length, self.hop)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """Orders in units of the resolution, from 0."""
        return np.arange(int(self.highest * self.revolutions * (1 + _NEAR)) + 1)

    @property
    def orders(self) -> NDArray[np.float64]:
        """Orders, from 0, in steps of 1 / revolutions."""
        return np.asarray(self.numbers / self.revolutions, dtype=np.float64)


def resolution_of(revolutions: Any, highest: Any, window: Any, overlap: Any) -> Resolution:
    """Return what is asked, once it is checked.

    Parameters
    ----------
    revolutions, highest, window, overlap
        As for :class:`Resolution`.

    Raises
    ------
    UsageError
        If a number is out of its bounds, or the window is unknown.
    """
    whole = _number("revolutions", revolutions, "whole revolutions of the shaft, 1 or more")
    if whole < 1 or whole != np.trunc(whole) or not np.isfinite(whole):
        raise UsageError(
            f"revolutions={shown(revolutions)}: a window is made of whole revolutions of the "
            "shaft, 1 or more, so that whole orders are exact"
        )
    top = _number("highest", highest, "the highest order")
    if not (1 / whole) * (1 - _NEAR) <= top or top * whole > _MOST_ORDERS:
        raise UsageError(
            f"highest={shown(highest)}: windows of {whole:g} revolutions resolve orders in steps "
            f"of 1/{whole:g}; give a highest order from there up to {_MOST_ORDERS / whole:g}"
        )
    if not isinstance(window, str) or window not in _WINDOWS:
        raise UsageError(
            f"window={shown(window)}: choose one of {', '.join(map(repr, _WINDOWS))}"
            f"{nearest(str(window), _WINDOWS)}"
        )
    shared = _number("overlap", overlap, "the part of a window that the next one shares")
    if not 0.0 <= shared < 1.0:
        raise UsageError(
            f"overlap={shown(overlap)}: give the part of a window that the next one shares, from "
            "0 to less than 1"
        )
    return Resolution(int(whole), top, window, shared)


def _number(name: str, given: Any, wanted: str) -> float:
    try:
        return checked_number(given, name, "1")
    except DrivetrainError:
        raise UsageError(f"{name}={shown(given)}: give {wanted}, as a number") from None
