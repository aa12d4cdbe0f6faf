"""Derivative."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import RealOutput, der

__all__ = ["Der"]


class Der(Siso):
    """Exact derivative of the input, which must be differentiable."""

    y = RealOutput("1/s", doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == der(self.u)
