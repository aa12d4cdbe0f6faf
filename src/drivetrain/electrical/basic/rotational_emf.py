"""Conversion between electric and rotational power."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import OnePort
from drivetrain.modeling import der, parameter, variable
from drivetrain.rotational.interfaces import OneFlangeAndSupport

__all__ = ["RotationalEMF"]


class RotationalEMF(OnePort, OneFlangeAndSupport):
    """Ideal rotational machine: a torque proportional to the current, a voltage to the speed.

    A positive current from `p` to `n` drives the flange forward: ``flange.tau == -k * i``. The
    voltage that the motion induces is ``k * w``. No power is lost.
    """

    symbol = "machine"

    k = parameter(unit="N.m/A", doc="Torque over current, and voltage over speed (in V.s/rad)")
    phi = variable("rad", doc="Angle of the flange relative to the support")
    w = variable("rad/s", doc="Speed of the flange relative to the support")
    tau = variable("N.m", doc="Torque at the flange: flange.tau")
    tau_electrical = variable("N.m", doc="Driving torque: k * i")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange.phi - self.phi_support
        yield self.w == der(self.phi)
        yield self.k * self.w == self.v
        yield self.tau == -self.k * self.i
        yield self.tau == self.flange.tau
        yield self.tau_electrical == -self.tau
