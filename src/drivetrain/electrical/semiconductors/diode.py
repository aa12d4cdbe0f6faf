"""Diode."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import OnePort
from drivetrain.modeling import exp, minimum, no_event, parameter, smooth, where
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["Diode"]


class Diode(OnePort, ConditionalHeatPort):
    """Diode with the characteristic of Shockley and a resistance beside it.

    The exponential goes on as its tangent where its exponent exceeds `Maxexp`.
    """

    symbol = "diode"

    Ids = parameter(1e-6, unit="A", doc="Saturation current")
    Vt = parameter(0.04, unit="V", nonzero=True, doc="Voltage equivalent of temperature: k·T/q")
    Maxexp = parameter(15.0, doc="Exponent from which on the characteristic is straight")
    R = parameter(1e8, unit="Ohm", nonzero=True, doc="Resistance in parallel")
    T = parameter(293.15, unit="K", min=0, doc="Temperature without heat port; without effect")

    def equations(self) -> Iterable[Any]:
        x = self.v / self.Vt
        beyond = no_event(x > self.Maxexp)
        curve = exp(no_event(minimum(x, self.Maxexp)))
        growth = smooth(1, where(beyond, curve * (1 + x - self.Maxexp), curve))
        yield self.i == self.Ids * (growth - 1) + self.v / self.R
        yield self.loss_power == self.v * self.i
