"""°C to K."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput
from drivetrain.thermal.celsius.interfaces import ZERO_CELSIUS

__all__ = ["ToKelvin"]


class ToKelvin(Component):
    """Temperature from °C to K."""

    Celsius = RealInput("degC", doc="Temperature, °C")
    Kelvin = RealOutput("K", doc="Temperature, K")

    def equations(self) -> Iterable[Any]:
        yield self.Kelvin == self.Celsius + ZERO_CELSIUS
