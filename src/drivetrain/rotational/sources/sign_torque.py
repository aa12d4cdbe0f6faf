"""Torque of constant magnitude."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.speed_laws import REGULARIZATIONS, regularized_sign
from drivetrain.modeling import der, parameter, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["SignTorque"]


class SignTorque(PartialTorque):
    """Torque of constant magnitude with the sign of the speed, regularised around standstill.

    A positive `tau_nominal` accelerates in both directions of rotation, a negative one brakes.
    """

    tau_nominal = parameter(unit="N.m", doc="Accelerating torque at positive speed")
    reg = parameter(
        "exp",
        structural=True,
        choices=REGULARIZATIONS,
        doc="Regularisation around zero",
    )
    w0 = parameter(
        unit="rad/s", min=sys.float_info.epsilon, doc="Speed below which it is regularised"
    )
    w = variable("rad/s", doc="Speed of the flange relative to the support")
    tau = variable("N.m", doc="Accelerating torque at the flange")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.tau == -self.flange.tau
        yield self.tau == self.tau_nominal * regularized_sign(self.reg, self.w, self.w0)
