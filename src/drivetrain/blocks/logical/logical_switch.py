"""Switch of Boolean signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import BooleanInput, BooleanOutput, Component, where

__all__ = ["LogicalSwitch"]


class LogicalSwitch(Component):
    """Boolean switch: u1 while u2 is true, else u3."""

    u1 = BooleanInput(doc="Output while u2 is true")
    u2 = BooleanInput(doc="Position of the switch")
    u3 = BooleanInput(doc="Output while u2 is false")
    y = BooleanOutput(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == where(self.u2, self.u1, self.u3)
