"""Vector divided into two."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from drivetrain.blocks.routing.interfaces import total
from drivetrain.modeling import Component, RealInput, RealOutput, computed, parameter

__all__ = ["DeMultiplex2"]


class DeMultiplex2(Component):
    """The elements of one vector, in their order, in two vectors."""

    n1 = parameter(1, structural=True, kind="integer", min=1, doc="Size of y1")
    n2 = parameter(1, structural=True, kind="integer", min=1, doc="Size of y2")
    u = RealInput(size=computed(total, n1, n2), doc="All elements")
    y1 = RealOutput(size=n1, doc="Vector 1")
    y2 = RealOutput(size=n2, doc="Vector 2")

    def equations(self) -> Iterable[Any]:
        for y, u in zip(chain(self.y1, self.y2), self.u, strict=True):
            yield y == u
