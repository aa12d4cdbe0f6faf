"""Conductor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import WithTemperature
from drivetrain.modeling import ensure, parameter, variable

__all__ = ["Conductor"]


class Conductor(WithTemperature):
    """Conductance that may depend on its temperature.

    It is ``G / (1 + alpha * (T_heat_port - T_ref))``.
    """

    symbol = "resistor"

    G = parameter(unit="S", min=0, doc="Conductance at T_ref")
    G_actual = variable("S", doc="Conductance at the current temperature")

    def equations(self) -> Iterable[Any]:
        yield self.G_actual == self.G / self.growth()
        yield self.i == self.G_actual * self.v
        yield ensure(self.growth() > 0, "the temperature makes the conductance negative")
