"""Inverse cosine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import acos, ensure, no_event

__all__ = ["Acos"]


class Acos(Siso):
    """Inverse cosine of the input, which must be within -1 … 1, rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == acos(self.u)
        inside = no_event((self.u >= -1) & (self.u <= 1))
        yield ensure(inside, "the input is outside -1 … 1")
