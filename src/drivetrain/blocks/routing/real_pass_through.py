"""Real signal passed on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput

__all__ = ["RealPassThrough"]


class RealPassThrough(Component):
    """Real signal, unchanged."""

    u = RealInput(doc="Input")
    y = RealOutput(doc="Output, equal to the input")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u
