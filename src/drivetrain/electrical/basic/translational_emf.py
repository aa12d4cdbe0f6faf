"""Conversion between electric and translational power."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import OnePort
from drivetrain.modeling import der, parameter, variable
from drivetrain.translational.interfaces import OneFlangeAndSupport

__all__ = ["TranslationalEMF"]


class TranslationalEMF(OnePort, OneFlangeAndSupport):
    """Ideal linear machine: a force proportional to the current, a voltage to the speed.

    A positive current from `p` to `n` drives the flange forward: ``flange.f == -k * i``. The
    voltage that the motion induces is ``k * vel``. No power is lost.
    """

    symbol = "linear_machine"

    k = parameter(unit="N/A", doc="Force over current, and voltage over speed (in V.s/m)")
    vel = variable("m/s", doc="Speed of the flange relative to the support")
    f = variable("N", doc="Force at the flange: flange.f")
    f_electrical = variable("N", doc="Driving force: k * i")

    def equations(self) -> Iterable[Any]:
        yield self.vel == der(self.s)
        yield self.k * self.vel == self.v
        yield self.f == -self.k * self.i
        yield self.f == self.flange.f
        yield self.f_electrical == -self.f
