"""Inverse tangent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import atan

__all__ = ["Atan"]


class Atan(Siso):
    """Inverse tangent of the input, rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == atan(self.u)
