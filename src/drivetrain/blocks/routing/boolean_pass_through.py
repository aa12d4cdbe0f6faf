"""Boolean signal passed on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, BooleanOutput, Component

__all__ = ["BooleanPassThrough"]


class BooleanPassThrough(Component):
    """Boolean signal, unchanged."""

    u = BooleanInput(doc="Input")
    y = BooleanOutput(doc="Output, equal to the input")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u
