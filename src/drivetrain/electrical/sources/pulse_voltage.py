"""Pulses of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import VoltageSource
from drivetrain.electrical.interfaces.waves import Pulses
from drivetrain.modeling import parameter

__all__ = ["PulseVoltage"]


class PulseVoltage(VoltageSource, Pulses):
    """Source of rectangular pulses of a voltage."""

    V = parameter(unit="V", doc="Height of a pulse")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.pulses(self.V)
