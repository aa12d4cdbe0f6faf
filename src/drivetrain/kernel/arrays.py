"""Array conversion and index checks for arguments of the kernel."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from drivetrain.errors import DrivetrainError

__all__ = [
    "Floats",
    "Indices",
    "Values",
    "begin_of",
    "check_pointers",
    "check_range",
    "entry_keys",
    "fixed",
    "spread",
]

Floats = npt.NDArray[np.float64]
Indices = Sequence[int] | npt.NDArray[np.integer[Any]]
Values = Sequence[float] | npt.NDArray[np.floating[Any]] | float


_NO_BYTES = ctypes.c_char * 0


def begin_of(array: Any) -> int:
    """Return the address of a contiguous array's data.

    This takes a fifth of the time of ``array.ctypes.data``, which matters in short runs.
    """
    try:
        return ctypes.addressof(_NO_BYTES.from_buffer(array))
    except TypeError:  # it is read-only
        return int(array.ctypes.data)


def fixed(name: str, values: Any, dtype: type, size: int | None) -> npt.NDArray[Any]:
    """Return a contiguous one-dimensional copy or view of the given type and size."""
    array: npt.NDArray[Any] = np.ascontiguousarray(values, dtype=dtype)
    if array.ndim != 1 or (size is not None and array.size != size):
        wanted = "one dimension" if size is None else f"{size} entries in one dimension"
        raise DrivetrainError(f"kernel array {name}: needs {wanted}, has shape {array.shape}")
    return array


def spread(name: str, values: Values, size: int) -> Floats:
    """Return `size` floats; a single number is repeated."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 0:
        return np.full(size, array)
    one_each: Floats = fixed(name, array, np.float64, size)
    return one_each


def check_range(name: str, array: npt.NDArray[Any], low: int, high: int) -> None:
    """Reject indices that are out of the range of the kernel's arrays."""
    if array.size and (array.min() < low or array.max() >= high):
        raise DrivetrainError(
            f"kernel array {name}: entries must be in {low}..{high - 1}, found "
            f"{array.min()}..{array.max()}"
        )


def check_pointers(
    name: str, pointers: npt.NDArray[Any], entries_name: str, entries: npt.NDArray[Any]
) -> None:
    """Reject pointers that do not divide the entries into consecutive pieces."""
    cut = pointers.size and pointers[0] == 0 and pointers[-1] == entries.size
    if not cut or np.any(np.diff(pointers) < 0):
        raise DrivetrainError(f"kernel array {name}: does not cut {entries_name} into pieces")


def entry_keys(pointers: npt.NDArray[Any], rows: npt.NDArray[Any], n: int) -> npt.NDArray[Any]:
    """Return numbers of the entries of a matrix, ascending column by column."""
    columns = np.repeat(np.arange(pointers.size - 1), np.diff(pointers))
    keys: npt.NDArray[Any] = columns * max(n, 1) + rows
    return keys
