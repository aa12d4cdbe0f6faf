"""Proportional-integral controller."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import RealOutput, der, parameter, variable

__all__ = ["PI"]


class PI(Siso):
    """Proportional-integral controller, k (1 + 1 / (T s))."""

    k = parameter(1.0, doc="Gain")
    T = parameter(unit="s", min=sys.float_info.min, doc="Time constant of the integral part")
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    x_start = parameter(0.0, doc="Integral at the start")
    y_start = parameter(0.0, doc="Output at the start")
    x = variable(start=x_start, doc="Integral of the input over T")
    y = RealOutput(start=y_start, doc="Output")

    def equations(self) -> Iterable[Any]:
        yield der(self.x) == self.u / self.T
        yield self.y == self.k * (self.x + self.u)

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "steady_state":
            yield der(self.x) == 0
        elif self.init_type == "initial_state":
            yield self.x == self.x_start
        elif self.init_type == "initial_output":
            yield self.y == self.y_start
