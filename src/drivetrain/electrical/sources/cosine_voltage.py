"""Cosine of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import VoltageSource
from drivetrain.electrical.interfaces.waves import Waves
from drivetrain.modeling import cos, parameter

__all__ = ["CosineVoltage"]


class CosineVoltage(VoltageSource, Waves):
    """Source of a voltage that follows a cosine."""

    V = parameter(unit="V", doc="Amplitude")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.V * cos(self.angle())
