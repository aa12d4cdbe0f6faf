"""Acceleration given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import Source
from drivetrain.modeling import RealInput, der, fixed, parameter, variable

__all__ = ["Accelerate"]


class Accelerate(Source):
    """Acceleration of the flange given by a signal, regardless of the torque required."""

    symbol = "motion"

    phi_start = parameter(0.0, unit="rad", doc="Angle at the start")
    w_start = parameter(0.0, unit="rad/s", doc="Speed at the start")
    in_port = RealInput("rad/s2", doc="Reference acceleration of the flange")
    phi = variable("rad", start=fixed(phi_start), doc="Absolute angle of the flange")
    w = variable("rad/s", start=fixed(w_start), doc="Absolute speed of the flange")
    a = variable("rad/s2", doc="Absolute acceleration of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange_b.phi
        yield self.w == der(self.phi)
        yield self.a == der(self.w)
        yield self.a == self.in_port
