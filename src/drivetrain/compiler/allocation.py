"""Memory: large arrays of one pass leave their room to the next.

The C library of Linux maps every array above 32 MiB anew from the system, which clears it page by
page. On long shafts that takes longer than all that is done with the arrays, so such room is kept
while a model is translated and handed back afterwards.
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
"""Where the thresholds of glibc arrive by themselves in a program with large arrays."""
_HIGHEST = 2**31 - 1
_LARGE = 500_000
"""Variables from which on arrays reach that size."""


@contextmanager
def lasting_memory(n_variables: int) -> Iterator[None]:
    """Keep the memory of freed arrays until the end, for a model that is large enough.

    Nothing happens where the C library cannot be asked for it.
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
