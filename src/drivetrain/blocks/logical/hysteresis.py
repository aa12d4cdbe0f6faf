"""Hysteresis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanOutput, Component, RealInput, ensure, fixed, parameter, pre

__all__ = ["Hysteresis"]


class Hysteresis(Component):
    """True from the input above u_high on, until it falls below u_low."""

    u_low = parameter(doc="The output becomes false below this input")
    u_high = parameter(doc="The output becomes true above this input")
    pre_y_start = parameter(False, doc="Output before the start")
    u = RealInput(doc="Input")
    y = BooleanOutput(start=fixed(pre_y_start), doc="Output")

    def equations(self) -> Iterable[Any]:
        was_true = pre(self.y)
        yield self.y == (~was_true & (self.u > self.u_high)) | (was_true & (self.u >= self.u_low))
        yield ensure(self.u_high > self.u_low, "u_high has to be above u_low")
