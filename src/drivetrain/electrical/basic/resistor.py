"""Resistor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import WithTemperature
from drivetrain.modeling import ensure, parameter, variable

__all__ = ["Resistor"]


class Resistor(WithTemperature):
    """Resistance that may depend on its temperature.

    It is ``R * (1 + alpha * (T_heat_port - T_ref))``.
    """

    symbol = "resistor"

    R = parameter(unit="Ohm", min=0, doc="Resistance at T_ref")
    R_actual = variable("Ohm", doc="Resistance at the current temperature")

    def equations(self) -> Iterable[Any]:
        yield self.R_actual == self.R * self.growth()
        yield self.v == self.R_actual * self.i
        yield ensure(self.growth() > 0, "the temperature makes the resistance negative")
