"""Acceleration given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealInput, der, fixed, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["Accelerate"]


class Accelerate(PartialTorque):
    """Acceleration of the flange given by a signal, regardless of the torque required."""

    symbol = "motion"

    a_ref = RealInput("rad/s2", doc="Reference acceleration of the flange relative to the support")
    phi = variable(
        "rad",
        start=fixed(0.0),
        state_select="prefer",
        doc="Angle of the flange relative to the support",
    )
    w = variable(
        "rad/s",
        start=fixed(0.0),
        state_select="prefer",
        doc="Speed of the flange relative to the support",
    )
    a = variable("rad/s2", doc="Acceleration of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.a == der(self.w)
        yield self.a == self.a_ref
