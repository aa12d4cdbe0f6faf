"""Conductance given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import WithTemperature
from drivetrain.modeling import RealInput, ensure, variable

__all__ = ["VariableConductor"]


class VariableConductor(WithTemperature):
    """Conductance given by a signal, which may depend on the temperature as that of `Conductor`."""

    symbol = "resistor"

    G = RealInput("S", doc="Conductance at T_ref")
    G_actual = variable("S", doc="Conductance at the current temperature")

    def equations(self) -> Iterable[Any]:
        yield self.G_actual == self.G / self.growth()
        yield self.i == self.G_actual * self.v
        yield ensure(self.growth() > 0, "the temperature makes the conductance negative")
