"""Sine of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import VoltageSource
from drivetrain.electrical.interfaces.waves import Waves
from drivetrain.modeling import parameter, sin

__all__ = ["SineVoltage"]


class SineVoltage(VoltageSource, Waves):
    """Source of a sinusoidal voltage."""

    V = parameter(unit="V", doc="Amplitude")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.V * sin(self.angle())
