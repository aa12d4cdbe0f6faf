"""Approximate derivative."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import Expr, RealOutput, constant, der, parameter, variable, where

__all__ = ["Derivative"]


class Derivative(Siso):
    """Derivative of the input, smoothed by a first-order lag; zero if the gain is zero."""

    k = parameter(1.0, unit="s", doc="Gain")
    T = parameter(0.01, unit="s", min=sys.float_info.min, doc="Time constant of the lag")
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    x_start = parameter(0.0, doc="State at the start")
    y_start = parameter(0.0, doc="Output at the start")
    x = variable(start=x_start, doc="Lagged input")
    y = RealOutput(start=y_start, doc="Output")

    def equations(self) -> Iterable[Any]:
        difference = self.u - self.x
        is_zero = self.has_no_gain()
        yield der(self.x) == where(is_zero, 0, difference / self.T)
        yield self.y == where(is_zero, 0, (self.k / self.T) * difference)

    def has_no_gain(self) -> Expr:
        """Return whether the gain is zero, in which case the state is meaningless."""
        result: Expr = abs(self.k) < constant(sys.float_info.epsilon, "s")
        return result

    def initial_equations(self) -> Iterable[Any]:
        if self.init_type == "steady_state":
            yield der(self.x) == 0
        elif self.init_type == "initial_state":
            yield self.x == self.x_start
        elif self.init_type == "initial_output":
            yield where(self.has_no_gain(), self.x - self.u, self.y - self.y_start) == 0
