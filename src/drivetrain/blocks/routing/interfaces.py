"""Sizes of vectors that are put together."""

from __future__ import annotations

__all__ = ["total"]


def total(*sizes: int) -> int:
    """Return the size of a vector that is put together."""
    return sum(sizes)
