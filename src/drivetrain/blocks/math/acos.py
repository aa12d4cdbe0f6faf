"""Inverse cosine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import acos

__all__ = ["Acos"]


class Acos(Siso):
    """Inverse cosine of the input, rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == acos(self.u)
