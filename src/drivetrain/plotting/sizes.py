"""Sizes of figures that are asked for."""

from __future__ import annotations

from typing import Any

from drivetrain.errors import ResultError, shown

__all__ = ["checked_size"]

_MOST = 100.0  # inches


def checked_size(size: Any) -> tuple[float, float]:
    """Return width and height of a figure, inches.

    Parameters
    ----------
    size : tuple of float
        As given.

    Raises
    ------
    ResultError
        If it is not two positive numbers of up to 100 inches.
    """
    try:
        width, height = (float(one) for one in size)
    except (TypeError, ValueError, OverflowError):
        width = height = 0.0
    if isinstance(size, str) or not (0 < width <= _MOST and 0 < height <= _MOST):
        raise ResultError(
            f"size={shown(size)}: give width and height in inches, such as size=(8, 5)"
        )
    return width, height
