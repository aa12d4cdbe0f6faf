"""Constant torque."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["ConstantTorque"]


class ConstantTorque(PartialTorque):
    """Constant torque; a positive one accelerates what is connected to the flange."""

    tau_constant = parameter(unit="N.m", doc="Accelerating torque")
    w = variable("rad/s", doc="Speed of the flange relative to the support")
    tau = variable("N.m", doc="Accelerating torque at the flange")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.tau == -self.flange.tau
        yield self.tau == self.tau_constant
