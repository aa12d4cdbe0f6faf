"""Force that grows with the square of the speed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.speed_laws import quadratic
from drivetrain.modeling import der, parameter, variable
from drivetrain.translational.interfaces import PartialForce

__all__ = ["QuadraticSpeedDependentForce"]


class QuadraticSpeedDependentForce(PartialForce):
    """Force proportional to the square of the speed, like that of air drag.

    A negative `f_nominal` is a load for positive speed. With `force_direction` the force has the
    same sign in both directions of motion, without it the sign follows the sign of the speed.
    """

    f_nominal = parameter(unit="N", doc="Accelerating force at the speed v_nominal")
    force_direction = parameter(True, doc="Same sign of the force in both directions of motion")
    v_nominal = parameter(unit="m/s", min=sys.float_info.epsilon, doc="Nominal speed, > 0")
    v = variable("m/s", doc="Speed of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        law = quadratic(self.v, self.v_nominal, self.force_direction)
        yield self.f == -self.f_nominal * law
