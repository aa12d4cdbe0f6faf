"""Step of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import VoltageSource
from drivetrain.modeling import parameter

__all__ = ["StepVoltage"]


class StepVoltage(VoltageSource):
    """Source of a voltage that jumps at a given time."""

    V = parameter(unit="V", doc="Height of the step")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.V
