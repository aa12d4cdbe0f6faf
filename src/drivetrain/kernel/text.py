"""Numbers as text with the fewest digits from which they are recovered exactly."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError
from drivetrain.kernel.library import load_library

__all__ = ["text_rows"]

_LEAST_POWER: Final = -292
_MOST_POWER: Final = 324
_LENGTH: Final = 26


def text_rows(values: npt.NDArray[np.float64], whole: npt.NDArray[np.bool_]) -> bytes:
    """Return rows of numbers as comma-separated text.

    Parameters
    ----------
    values : float array, shape (n_rows, n_columns)
        The numbers.
    whole : bool array, shape (n_columns,)
        Columns of integers, to be written without a point; what is none is written as it is.

    Returns
    -------
    bytes
        One line per row; each number as `repr` would write it.

    Raises
    ------
    DrivetrainError
        If the shapes do not fit.
    """
    rows = np.ascontiguousarray(values, dtype=np.float64)
    is_whole = np.ascontiguousarray(whole, dtype=np.uint8)
    if rows.ndim != 2 or is_whole.shape != rows.shape[1:]:
        raise DrivetrainError(f"text: {rows.shape} values, {is_whole.shape} columns")
    room = np.empty(rows.size * _LENGTH, dtype=np.uint8)
    written = load_library().dt_text_rows(
        rows.ctypes.data, *rows.shape, is_whole.ctypes.data, _powers().ctypes.data, room.ctypes.data
    )
    return room[:written].tobytes()


@cache
def _powers() -> npt.NDArray[Any]:
    """Return the powers of ten for the kernel, exact integers rounded up to 128 bits."""
    words = []
    for k in range(_LEAST_POWER, _MOST_POWER + 1):
        power = 10 ** abs(k)
        if k >= 0:
            shift = 128 - power.bit_length()
            scaled = power << shift if shift >= 0 else -(-power >> -shift)
        else:
            scaled = -(-(1 << 127 + power.bit_length()) // power)
        words += [scaled >> 64, scaled & (2**64 - 1)]
    return np.array(words, dtype=np.uint64)
