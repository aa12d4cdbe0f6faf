"""Ramp of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import VoltageSource
from drivetrain.electrical.interfaces.waves import Ramped
from drivetrain.modeling import parameter

__all__ = ["RampVoltage"]


class RampVoltage(VoltageSource, Ramped):
    """Source of a voltage that rises linearly to a final value; with the duration 0 it jumps."""

    V = parameter(unit="V", doc="Total rise")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.ramp(self.V)
