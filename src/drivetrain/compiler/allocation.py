"""Keep freed memory while a model is translated, so that the next pass can reuse it.

The Linux C library maps every array above 32 MiB afresh from the system, which clears it page by
page. For long shafts that takes longer than all the work done on the arrays, so the memory is kept
while a model is translated and released afterwards.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

__all__ = ["lasting_memory"]

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
_MIB = 2**20
_USUAL = {_TRIM_THRESHOLD: 64 * _MIB, _MMAP_THRESHOLD: 32 * _MIB}
"""Values that the thresholds of glibc reach by themselves in a program with large arrays."""
_HIGHEST = 2**31 - 1
_LARGE = 500_000
"""Number of variables from which on arrays reach that size."""


@contextmanager
def lasting_memory(n_variables: int) -> Iterator[None]:
    """Keep the memory of freed arrays until the end, for models that are large enough.

    Do nothing where the C library does not support this.
    """
    libc = _libc()
    if libc is None or n_variables < _LARGE:
        yield
        return
    for threshold in _USUAL:
        libc.mallopt(threshold, _HIGHEST)
    try:
        yield
    finally:
        for threshold, usual in _USUAL.items():
            libc.mallopt(threshold, usual)
        libc.malloc_trim(0)


@cache
def _libc() -> Any:
    """Return the C library if it is glibc."""
    if sys.platform != "linux":
        return None
    try:
        libc = ctypes.CDLL(None)
        return libc if libc.mallopt and libc.malloc_trim else None
    except (AttributeError, OSError):
        return None
