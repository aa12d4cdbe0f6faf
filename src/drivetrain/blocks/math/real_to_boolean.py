"""Truth value from a number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanOutput, Component, RealInput, parameter

__all__ = ["RealToBoolean"]


class RealToBoolean(Component):
    """True while the input is at or above a threshold; changes are events."""

    threshold = parameter(0.5, doc="The output is true from this input on")
    u = RealInput(doc="Input")
    y = BooleanOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == (self.u >= self.threshold)
