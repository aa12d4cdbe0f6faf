"""Truth value from an integer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanOutput, Component, IntegerInput, parameter

__all__ = ["IntegerToBoolean"]


class IntegerToBoolean(Component):
    """True while the input is at or above a threshold."""

    threshold = parameter(1, kind="integer", doc="The output is true from this input on")
    u = IntegerInput(doc="Input")
    y = BooleanOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == (self.u >= self.threshold)
