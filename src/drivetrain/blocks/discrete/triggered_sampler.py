"""Sampler with a trigger."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    BooleanInput,
    Component,
    RealInput,
    RealOutput,
    fixed,
    parameter,
    when,
)

__all__ = ["TriggeredSampler"]


class TriggeredSampler(Component):
    """Input at the last instant at which the trigger became true."""

    y_start = parameter(0.0, doc="Output before the first trigger")
    u = RealInput(doc="Input")
    trigger = BooleanInput(doc="Trigger")
    y = RealOutput(start=fixed(y_start), doc="Output")

    def equations(self) -> Iterable[Any]:
        yield when(self.trigger, self.y == self.u)
