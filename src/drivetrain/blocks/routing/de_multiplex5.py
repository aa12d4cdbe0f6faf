"""Vector divided into five."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from drivetrain.blocks.routing.interfaces import total
from drivetrain.modeling import Component, RealInput, RealOutput, computed, parameter

__all__ = ["DeMultiplex5"]


class DeMultiplex5(Component):
    """The elements of one vector, in their order, in five vectors."""

    n1 = parameter(1, structural=True, kind="integer", min=1, doc="Size of y1")
    n2 = parameter(1, structural=True, kind="integer", min=1, doc="Size of y2")
    n3 = parameter(1, structural=True, kind="integer", min=1, doc="Size of y3")
    n4 = parameter(1, structural=True, kind="integer", min=1, doc="Size of y4")
    n5 = parameter(1, structural=True, kind="integer", min=1, doc="Size of y5")
    u = RealInput(size=computed(total, n1, n2, n3, n4, n5), doc="All elements")
    y1 = RealOutput(size=n1, doc="Vector 1")
    y2 = RealOutput(size=n2, doc="Vector 2")
    y3 = RealOutput(size=n3, doc="Vector 3")
    y4 = RealOutput(size=n4, doc="Vector 4")
    y5 = RealOutput(size=n5, doc="Vector 5")

    def equations(self) -> Iterable[Any]:
        for y, u in zip(chain(self.y1, self.y2, self.y3, self.y4, self.y5), self.u, strict=True):
            yield y == u
