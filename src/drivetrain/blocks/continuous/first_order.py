"""First-order lag."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import RealOutput, der, parameter

__all__ = ["FirstOrder"]


class FirstOrder(Siso):
    """First-order lag, k / (T s + 1)."""

    k = parameter(1.0, doc="Gain")
    T = parameter(unit="s", nonzero=True, doc="Time constant")
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    y_start = parameter(0.0, doc="Output at the start")
    y = RealOutput(start=y_start, doc="Output")

    def equations(self) -> Iterable[Any]:
        yield der(self.y) == (self.k * self.u - self.y) / self.T

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "steady_state":
            yield der(self.y) == 0
        elif self.init_type != "no_init":
            yield self.y == self.y_start
