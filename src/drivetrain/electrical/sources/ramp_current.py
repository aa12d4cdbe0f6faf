"""Ramp of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import CurrentSource
from drivetrain.electrical.interfaces.waves import Ramped
from drivetrain.modeling import parameter

__all__ = ["RampCurrent"]


class RampCurrent(CurrentSource, Ramped):
    """Source of a current that rises linearly to a final value; with the duration 0 it jumps."""

    I = parameter(unit="A", doc="Total rise")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.ramp(self.I)
