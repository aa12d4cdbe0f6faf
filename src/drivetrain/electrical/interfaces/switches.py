"""Base classes of switches and of semiconductors that are idealized to switches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces.two_pins import OnePort
from drivetrain.modeling import boolean, constant, parameter, variable, where
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["IdealSemiconductor", "IdealSwitch"]


class IdealSwitch(OnePort, ConditionalHeatPort):
    """Base of switches with a small resistance when closed, a small conductance when open.

    Subclasses say when `off` is true. The curve parameter `s` is the voltage (in V) when the switch
    is open and the current (in A) when it is closed.
    """

    symbol = "switch"

    Ron = parameter(1e-5, unit="Ohm", min=0, doc="Resistance of the closed switch")
    Goff = parameter(1e-5, unit="S", min=0, doc="Conductance of the open switch")
    T = parameter(293.15, unit="K", min=0, doc="Temperature without heat port; without effect")
    s = variable(doc="Curve parameter: the voltage when open, the current when closed")
    off = boolean(doc="True while the switch is open")

    def equations(self) -> Iterable[Any]:
        volt, ampere = constant(1.0, "V"), constant(1.0, "A")
        yield self.v == self.s * where(self.off, volt, self.Ron * ampere)
        yield self.i == self.s * where(self.off, self.Goff * volt, ampere)
        yield self.loss_power == self.v * self.i


class IdealSemiconductor(OnePort, ConditionalHeatPort):
    """Base of semiconductors with straight characteristics that meet at the knee voltage.

    Subclasses say when `off` is true. The curve parameter `s` is the voltage beyond the knee (in V)
    when the element blocks, and the current beyond it (in A) when it conducts.
    """

    symbol = "diode"

    Ron = parameter(1e-5, unit="Ohm", min=0, doc="Resistance when it conducts")
    Goff = parameter(1e-5, unit="S", min=0, doc="Conductance when it blocks")
    Vknee = parameter(0.0, unit="V", min=0, doc="Voltage above which it conducts")
    T = parameter(293.15, unit="K", min=0, doc="Temperature without heat port; without effect")
    s = variable(doc="Curve parameter: the voltage when it blocks, the current when it conducts")
    off = boolean(doc="True while it blocks")

    def equations(self) -> Iterable[Any]:
        volt, ampere = constant(1.0, "V"), constant(1.0, "A")
        yield self.v == self.s * where(self.off, volt, self.Ron * ampere) + self.Vknee
        law = self.s * where(self.off, self.Goff * volt, ampere)
        yield self.i == law + self.Goff * self.Vknee
        yield self.loss_power == self.v * self.i
