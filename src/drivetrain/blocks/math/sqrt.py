"""Square root."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import ensure, no_event, sqrt

__all__ = ["Sqrt"]


class Sqrt(Siso):
    """Square root of the input, which must not be negative."""

    def equations(self) -> Iterable[Any]:
        yield self.y == sqrt(self.u)
        yield ensure(no_event(self.u >= 0), "the input is negative")
