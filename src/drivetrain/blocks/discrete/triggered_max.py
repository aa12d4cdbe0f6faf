"""Largest value at triggers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    Component,
    RealInput,
    RealOutput,
    fixed,
    maximum,
    pre,
    when,
)

__all__ = ["TriggeredMax"]


class TriggeredMax(Component):
    """Largest magnitude of the input at the instants at which the trigger became true."""

    u = RealInput(doc="Input")
    trigger = BooleanInput(doc="Trigger")
    y = RealOutput(start=fixed(0.0), doc="Output")

    def equations(self) -> Iterable[Any]:
        yield when(self.trigger, self.y == maximum(pre(self.y), abs(self.u)))
