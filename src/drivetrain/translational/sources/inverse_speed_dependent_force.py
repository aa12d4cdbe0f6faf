"""Force that falls with the speed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.speed_laws import inverse
from drivetrain.modeling import der, parameter, variable
from drivetrain.translational.interfaces import PartialForce

__all__ = ["InverseSpeedDependentForce"]


class InverseSpeedDependentForce(PartialForce):
    """Force of constant power above the speed `v0`.

    A negative `f_nominal` is a load for positive speed. With `force_direction` the force has the
    same sign in both directions of motion and is constant below `v0`. Without it the sign follows
    that of the speed, and below `v0` the force is ``f_nominal * v / v0``: this law jumps at `v0`,
    by the factor ``v_nominal / v0``, unless the two speeds are equal.
    """

    f_nominal = parameter(unit="N", doc="Accelerating force at the speed v_nominal")
    force_direction = parameter(True, doc="Same sign of the force in both directions of motion")
    v_nominal = parameter(unit="m/s", min=sys.float_info.epsilon, doc="Nominal speed, > 0")
    v0 = parameter(
        unit="m/s", min=sys.float_info.epsilon, doc="Speed below which the force is bounded"
    )
    v = variable("m/s", doc="Speed of the flange relative to the support")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        law = inverse(self.v, self.v_nominal, self.v0, self.force_direction)
        yield self.f == -self.f_nominal * law
