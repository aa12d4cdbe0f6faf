"""Number from an integer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, IntegerInput, RealOutput

__all__ = ["IntegerToReal"]


class IntegerToReal(Component):
    """Real signal with the value of an integer signal."""

    u = IntegerInput(doc="Input")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == 1.0 * self.u
