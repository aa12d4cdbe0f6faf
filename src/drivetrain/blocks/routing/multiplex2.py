"""Two vectors joined to one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from drivetrain.blocks.routing.interfaces import total
from drivetrain.modeling import Component, RealInput, RealOutput, computed, parameter

__all__ = ["Multiplex2"]


class Multiplex2(Component):
    """The elements of two vectors, one after the other, in one vector."""

    n1 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u1")
    n2 = parameter(1, structural=True, kind="integer", min=1, doc="Size of u2")
    u1 = RealInput(size=n1, doc="Vector 1")
    u2 = RealInput(size=n2, doc="Vector 2")
    y = RealOutput(size=computed(total, n1, n2), doc="All elements")

    def equations(self) -> Iterable[Any]:
        for y, u in zip(self.y, chain(self.u1, self.u2), strict=True):
            yield y == u
