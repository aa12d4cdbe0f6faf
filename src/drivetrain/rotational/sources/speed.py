"""Speed given by a signal."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.state_priority import prefer_unless
from drivetrain.modeling import RealInput, der, fixed, parameter, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["Speed"]


class Speed(PartialTorque):
    """Speed of the flange given by a signal, regardless of the torque required.

    If `exact`, the signal has to be differentiable. Otherwise the flange follows it through a
    filter of first order, which provides the acceleration.
    """

    symbol = "motion"

    exact = parameter(False, structural=True, doc="True if the flange follows without filter")
    f_crit = parameter(
        50.0, unit="Hz", min=sys.float_info.min, doc="Critical frequency of the filter"
    )
    w_ref = RealInput("rad/s", doc="Reference speed of the flange relative to the support")
    phi = variable(
        "rad",
        start=fixed(0.0),
        state_select="prefer",
        doc="Angle of the flange relative to the support",
    )
    w = variable(
        "rad/s",
        state_select=prefer_unless(exact),
        doc="Speed of the flange relative to the support",
    )
    a = variable("rad/s2", doc="Acceleration of the flange relative to the support; 0 if exact")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        if self.exact:
            yield self.w == self.w_ref
            yield self.a == 0
        else:
            yield self.a == der(self.w)
            yield self.a == (self.w_ref - self.w) * (2 * math.pi * self.f_crit)

    def initial_equations(self) -> Iterable[Any]:
        if not self.exact:
            yield self.w == self.w_ref
