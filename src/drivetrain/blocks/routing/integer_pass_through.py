"""Integer signal passed on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, IntegerInput, IntegerOutput

__all__ = ["IntegerPassThrough"]


class IntegerPassThrough(Component):
    """Integer signal, unchanged."""

    u = IntegerInput(doc="Input")
    y = IntegerOutput(doc="Output, equal to the input")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u
