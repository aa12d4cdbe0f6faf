"""K to °C."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput
from drivetrain.thermal.celsius.interfaces import ZERO_CELSIUS

__all__ = ["FromKelvin"]


class FromKelvin(Component):
    """Temperature from K to °C."""

    Kelvin = RealInput("K", doc="Temperature, K")
    Celsius = RealOutput("degC", doc="Temperature, °C")

    def equations(self) -> Iterable[Any]:
        yield self.Celsius == self.Kelvin - ZERO_CELSIUS
