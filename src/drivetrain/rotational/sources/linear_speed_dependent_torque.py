"""Torque that grows with the speed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.speed_laws import linear
from drivetrain.modeling import der, parameter, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["LinearSpeedDependentTorque"]


class LinearSpeedDependentTorque(PartialTorque):
    """Torque proportional to the speed.

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
        law = linear(self.w, self.w_nominal, self.torque_direction)
        yield self.tau == self.tau_nominal * law
