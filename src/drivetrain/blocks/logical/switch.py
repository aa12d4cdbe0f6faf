"""Switch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, Component, RealInput, RealOutput, where

__all__ = ["Switch"]


class Switch(Component):
    """Switch: u1 while u2 is true, else u3."""

    u1 = RealInput(doc="Output while u2 is true")
    u2 = BooleanInput(doc="Position of the switch")
    u3 = RealInput(doc="Output while u2 is false")
    y = RealOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == where(self.u2, self.u1, self.u3)
