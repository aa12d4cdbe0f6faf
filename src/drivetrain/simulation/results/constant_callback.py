"""Picklable replacement for callbacks: returns a value computed in advance.

A result computes many of its data on demand, with the compiled model that it came from. A copy, or
a result sent to another process, does not include the compiled model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["ConstantCallback"]

T = TypeVar("T")


@dataclass(frozen=True)
class ConstantCallback(Generic[T]):
    """Callable that returns a fixed value, whatever its arguments.

    Parameters
    ----------
    value : object
        The value to return.
    """

    value: T

    def __call__(self, *_: object) -> T:
        """Return the value."""
        return self.value
