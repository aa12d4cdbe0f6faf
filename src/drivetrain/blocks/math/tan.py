"""Tangent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import tan

__all__ = ["Tan"]


class Tan(Siso):
    """Tangent of the input, rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == tan(self.u)
