"""Inversion of a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput

__all__ = ["InverseBlockConstraints"]


class InverseBlockConstraints(Component):
    """Demands that u1 equals u2 and passes y1 on as y2: turns a block between y2 and u2 around."""

    u1 = RealInput(doc="What u2 is to be")
    u2 = RealInput(doc="Output of the block to turn around")
    y1 = RealOutput(doc="What makes it so")
    y2 = RealOutput(doc="Input of the block to turn around")

    def equations(self) -> Iterable[Any]:
        yield self.u1 == self.u2
        yield self.y1 == self.y2
