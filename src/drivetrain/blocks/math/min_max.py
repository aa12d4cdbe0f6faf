"""Smallest and largest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, maximum, minimum, parameter

__all__ = ["MinMax"]


class MinMax(Component):
    """Smallest and largest of several inputs; raises no event."""

    nu = parameter(1, structural=True, kind="integer", min=1, doc="Number of inputs, at least 1")
    u = RealInput(size=nu, doc="Inputs")
    y_min = RealOutput(doc="Smallest input")
    y_max = RealOutput(doc="Largest input")

    def equations(self) -> Iterable[Any]:
        yield self.y_min == reduce(minimum, self.u)
        yield self.y_max == reduce(maximum, self.u)
