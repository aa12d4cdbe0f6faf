"""Angle given by a signal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.bessel import follow
from drivetrain.mechanics.state_priority import prefer_unless
from drivetrain.modeling import RealInput, der, parameter, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["Position"]


class Position(PartialTorque):
    """Angle of the flange given by a signal, regardless of the torque required.

    If `exact`, the signal has to be twice differentiable. Otherwise the flange follows it through a
    critically damped filter of second order (Bessel), which provides speed and acceleration; then
    `w` needs a start value.
    """

    symbol = "motion"

    exact = parameter(False, structural=True, doc="True if the flange follows without filter")
    f_crit = parameter(
        50.0, unit="Hz", min=sys.float_info.min, doc="Critical frequency of the filter"
    )
    phi_ref = RealInput("rad", doc="Reference angle of the flange relative to the support")
    phi = variable(
        "rad",
        state_select=prefer_unless(exact),
        doc="Angle of the flange relative to the support",
    )
    w = variable(
        "rad/s",
        start=0.0,
        state_select=prefer_unless(exact),
        doc="Speed of the flange relative to the support; 0 if exact",
    )
    a = variable(
        "rad/s2", start=0.0, doc="Acceleration of the flange relative to the support; 0 if exact"
    )

    def equations(self) -> Iterable[Any]:
        if self.exact:
            yield self.phi == self.phi_ref
            yield self.w == 0
            yield self.a == 0
        else:
            yield self.w == der(self.phi)
            yield self.a == der(self.w)
            yield self.a == follow(self.phi_ref - self.phi, self.w, self.f_crit)

    def initial_equations(self) -> Iterable[Any]:
        if not self.exact:
            yield self.phi == self.phi_ref
