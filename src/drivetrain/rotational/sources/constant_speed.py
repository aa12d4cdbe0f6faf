"""Constant speed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, parameter, variable
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["ConstantSpeed"]


class ConstantSpeed(PartialTorque):
    """Constant speed of the flange, regardless of the torque required."""

    symbol = "motion"

    w_fixed = parameter(unit="rad/s", doc="Speed of the flange relative to the support")
    w = variable("rad/s", doc="Speed of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.w == self.w_fixed
