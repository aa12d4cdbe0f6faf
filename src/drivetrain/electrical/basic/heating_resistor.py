"""Resistor with a heat port."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import WithTemperature
from drivetrain.modeling import ensure, parameter, variable

__all__ = ["HeatingResistor"]


class HeatingResistor(WithTemperature):
    """Resistor whose heat port is on unless it is switched off; else as `Resistor`."""

    symbol = "resistor"

    R_ref = parameter(unit="Ohm", min=0, doc="Resistance at T_ref")
    use_heat_port = parameter(True, structural=True, doc="True if the losses go to `heat_port`")
    R = variable("Ohm", doc="Resistance at the current temperature")

    def equations(self) -> Iterable[Any]:
        yield self.R_ref * self.growth() == self.R
        yield self.v == self.R * self.i
        yield ensure(self.growth() > 0, "the temperature makes the resistance negative")
