"""Integer from a truth value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, Component, IntegerOutput, parameter, where

__all__ = ["BooleanToInteger"]


class BooleanToInteger(Component):
    """Integer signal with one value for true and another for false."""

    integer_true = parameter(1, kind="integer", doc="Output while the input is true")
    integer_false = parameter(0, kind="integer", doc="Output while the input is false")
    u = BooleanInput(doc="Input")
    y = IntegerOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == where(self.u, self.integer_true, self.integer_false)
