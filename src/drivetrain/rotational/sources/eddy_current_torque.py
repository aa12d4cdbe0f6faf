"""Eddy-current brake."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.eddy_current import EddyCurrent
from drivetrain.modeling import Expr, constant, der, parameter, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["EddyCurrentTorque"]


class EddyCurrentTorque(PartialTorque, EddyCurrent):
    """Eddy-current brake between a shaft and its housing.

    The braking torque `tau` has its maximum ``tau_nominal * excitation**2`` at the speed
    `w_nominal`, if the conductor has the temperature `T_ref`.
    """

    tau_nominal = parameter(unit="N.m", doc="Largest braking torque at excitation 1")
    w_nominal = parameter(
        unit="rad/s", min=sys.float_info.epsilon, doc="Speed of the largest torque, > 0"
    )
    w = variable("rad/s", doc="Speed of the flange relative to the support")
    w_normalized = variable(doc="Speed over that of the largest torque")
    tau = variable("N.m", doc="Braking torque, positive against positive speed: flange.tau")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.flange.tau
        yield self.w == der(self.phi)
        yield self.w_normalized == self.warmed(self.w) / self.w_nominal
        yield self.tau == self.tau_nominal * self.characteristic(self.w_normalized)
        yield self.loss_power == self.tau * self.w

    def supplied_power(self) -> Expr:
        """Return 0: the power taken from the driveline is the loss of the brake."""
        return constant(0.0, "W")
