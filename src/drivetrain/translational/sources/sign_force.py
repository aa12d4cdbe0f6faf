"""Force of constant magnitude."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.speed_laws import REGULARIZATIONS, regularized_sign
from drivetrain.modeling import der, parameter, variable
from drivetrain.translational.interfaces import PartialForce

__all__ = ["SignForce"]


class SignForce(PartialForce):
    """Force of constant magnitude with the sign of the speed, regularised around standstill.

    A positive `f_nominal` accelerates in both directions of motion, a negative one brakes.
    """

    f_nominal = parameter(unit="N", doc="Accelerating force at positive speed")
    reg = parameter(
        "exp", structural=True, choices=REGULARIZATIONS, doc="Regularisation around zero"
    )
    v0 = parameter(
        unit="m/s", min=sys.float_info.epsilon, doc="Speed below which it is regularised"
    )
    v = variable("m/s", doc="Speed of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        yield self.f == -self.f_nominal * regularized_sign(self.reg, self.v, self.v0)
