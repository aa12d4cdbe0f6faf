"""Trapezoids of a voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import VoltageSource
from drivetrain.electrical.interfaces.waves import Trapezoids
from drivetrain.modeling import parameter

__all__ = ["TrapezoidVoltage"]


class TrapezoidVoltage(VoltageSource, Trapezoids):
    """Source of a voltage that repeats a trapezoid."""

    V = parameter(unit="V", doc="Height of a trapezoid")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.trapezoids(self.V)
