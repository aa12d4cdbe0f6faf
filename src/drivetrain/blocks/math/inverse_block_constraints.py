"""Inversion of a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput

__all__ = ["InverseBlockConstraints"]


class InverseBlockConstraints(Component):
    """Requires u1 to equal u2 and passes y1 on as y2: inverts a block between y2 and u2."""

    u1 = RealInput(doc="Required value of u2")
    u2 = RealInput(doc="Output of the block to be inverted")
    y1 = RealOutput(doc="Value that achieves it")
    y2 = RealOutput(doc="Input of the block to be inverted")

    def equations(self) -> Iterable[Any]:
        yield self.u1 == self.u2
        yield self.y1 == self.y2
