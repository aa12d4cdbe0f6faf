"""Angle given by a signal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import Source
from drivetrain.mechanics.bessel import follow
from drivetrain.modeling import RealInput, RealOutput, der, parameter

__all__ = ["Position"]


class Position(Source):
    """Angle of the flange given by a signal, regardless of the torque required.

    If `exact`, the signal has to be twice differentiable, and `w` and `a` are the derivatives of
    the angle. Otherwise the flange follows the signal through a critically damped filter of second
    order (Bessel), which provides speed and acceleration; then `w` needs a start value.
    """

    symbol = "motion"

    exact = parameter(False, structural=True, doc="True if the flange follows without filter")
    f_crit = parameter(
        50.0, unit="Hz", min=sys.float_info.min, doc="Critical frequency of the filter"
    )
    in_port = RealInput("rad", doc="Reference angle of the flange")
    phi_ref = RealOutput("rad", doc="Reference angle of the flange")
    phi = RealOutput("rad", doc="Absolute angle of the flange")
    w = RealOutput("rad/s", doc="Absolute speed of the flange")
    a = RealOutput("rad/s2", doc="Absolute acceleration of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange_b.phi
        yield self.phi_ref == self.in_port
        yield self.w == der(self.phi)
        yield self.a == der(self.w)
        if self.exact:
            yield self.phi == self.phi_ref
        else:
            yield self.a == follow(self.phi_ref - self.phi, self.w, self.f_crit)

    def initial_equations(self) -> Iterable[Any]:
        if not self.exact:
            yield self.phi == self.phi_ref
