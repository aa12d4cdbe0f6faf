"""Less or equal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Comparison

__all__ = ["LessEqual"]


class LessEqual(Comparison):
    """True if the first input is not greater than the second."""

    def equations(self) -> Iterable[Any]:
        yield self.y == (self.u1 <= self.u2)
