"""Number from a truth value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, Component, RealOutput, parameter, where

__all__ = ["BooleanToReal"]


class BooleanToReal(Component):
    """Real signal with one value for true and another for false."""

    real_true = parameter(1.0, doc="Output while the input is true")
    real_false = parameter(0.0, doc="Output while the input is false")
    u = BooleanInput(doc="Input")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == where(self.u, self.real_true, self.real_false)
