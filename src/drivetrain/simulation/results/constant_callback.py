"""ConstantCallback: what has been worked out, in place of what would work it out when asked.

A result works out much of what it tells when somebody asks, with the compiled model that it came
from. What is copied or goes to another process leaves the compiled model behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["ConstantCallback"]

T = TypeVar("T")


@dataclass(frozen=True)
class ConstantCallback(Generic[T]):
    """Returns a value, whatever it is called with.

    Parameters
    ----------
    value : object
        What it returns.
    """

    value: T

    def __call__(self, *_: object) -> T:
        """Return the value."""
        return self.value
