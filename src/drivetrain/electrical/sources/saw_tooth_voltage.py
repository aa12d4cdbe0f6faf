"""Saw tooth of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import VoltageSource
from drivetrain.electrical.interfaces.waves import Teeth
from drivetrain.modeling import parameter

__all__ = ["SawToothVoltage"]


class SawToothVoltage(VoltageSource, Teeth):
    """Source of a voltage that rises linearly and drops at the end of each period."""

    V = parameter(unit="V", doc="Height of a tooth")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.teeth(self.V)
