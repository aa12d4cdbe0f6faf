"""Torque that grows with the square of the speed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, smooth, variable, where
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["QuadraticSpeedDependentTorque"]


class QuadraticSpeedDependentTorque(PartialTorque):
    """Torque proportional to the square of the speed, like that of a fan or of air drag.

    A negative `tau_nominal` is a load for positive speed. With `torque_direction` the torque has
    the same sign in both directions of rotation, without it the sign follows the sign of the speed.
    """

    tau_nominal = parameter(unit="N.m", doc="Accelerating torque at the speed w_nominal")
    torque_direction = parameter(True, doc="Same sign of the torque in both directions of rotation")
    w_nominal = parameter(unit="rad/s", min=sys.float_info.epsilon, doc="Nominal speed, > 0")
    w = variable("rad/s", doc="Speed of the flange relative to the support")
    tau = variable("N.m", doc="Accelerating torque at the flange")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.tau == -self.flange.tau
        square = (self.w / self.w_nominal) ** 2
        signed = smooth(1, where(self.w >= 0, square, -square))
        yield self.tau == self.tau_nominal * where(self.torque_direction, square, signed)
