"""Resistance given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import WithTemperature
from drivetrain.modeling import RealInput, ensure, variable

__all__ = ["VariableResistor"]


class VariableResistor(WithTemperature):
    """Resistance given by a signal, which may depend on the temperature as that of `Resistor`."""

    symbol = "resistor"

    R = RealInput("Ohm", doc="Resistance at T_ref")
    R_actual = variable("Ohm", doc="Resistance at the current temperature")

    def equations(self) -> Iterable[Any]:
        yield self.R_actual == self.R * self.growth()
        yield self.v == self.R_actual * self.i
        yield ensure(self.growth() > 0, "the temperature makes the resistance negative")
