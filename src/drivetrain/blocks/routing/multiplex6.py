"""Six vectors joined to one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from drivetrain.blocks.routing.interfaces import total
from drivetrain.modeling import Component, RealInput, RealOutput, computed, parameter

__all__ = ["Multiplex6"]


class Multiplex6(Component):
    """The elements of six vectors, one after the other, in one vector."""

    n1 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u1")
    n2 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u2")
    n3 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u3")
    n4 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u4")
    n5 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u5")
    n6 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u6")
    u1 = RealInput(size=n1, doc="Vector 1")
    u2 = RealInput(size=n2, doc="Vector 2")
    u3 = RealInput(size=n3, doc="Vector 3")
    u4 = RealInput(size=n4, doc="Vector 4")
    u5 = RealInput(size=n5, doc="Vector 5")
    u6 = RealInput(size=n6, doc="Vector 6")
    y = RealOutput(size=computed(total, n1, n2, n3, n4, n5, n6), doc="All elements")

    def equations(self) -> Iterable[Any]:
        for y, u in zip(
            self.y, chain(self.u1, self.u2, self.u3, self.u4, self.u5, self.u6), strict=True
        ):
            yield y == u
