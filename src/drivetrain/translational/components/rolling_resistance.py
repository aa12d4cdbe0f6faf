"""Rolling resistance."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.speed_laws import REGULARIZATIONS, regularized_sign
from drivetrain.modeling import RealInput, atan, cos, der, parameter, variable
from drivetrain.translational.interfaces import PartialForce

__all__ = ["RollingResistance"]


class RollingResistance(PartialForce):
    """Resistance of a rolling wheel: proportional to the normal force, opposing the motion."""

    f_weight = parameter(unit="N", min=0, doc="Weight carried by the wheel")
    use_cr_input = parameter(
        False, structural=True, doc="True if the coefficient is a signal, else it is constant"
    )
    cr_constant = parameter(0.01, min=0, doc="Coefficient of rolling resistance if it is constant")
    use_inclination_input = parameter(
        False, structural=True, doc="True if the inclination is a signal, else it is constant"
    )
    inclination_constant = parameter(0.0, doc="Inclination (tangent of the slope) if constant")
    reg = parameter(
        "exp", structural=True, choices=REGULARIZATIONS, doc="Regularisation around zero"
    )
    v0 = parameter(
        0.1, unit="m/s", min=sys.float_info.epsilon, doc="Speed below which it is regularised"
    )
    cr = RealInput(enabled=use_cr_input, doc="Coefficient of rolling resistance")
    inclination = RealInput(enabled=use_inclination_input, doc="Inclination: tangent of the slope")
    v = variable("m/s", doc="Speed of the flange relative to the support")
    f_nominal = variable("N", doc="Force on the vehicle at positive speed")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        coefficient = self.cr if self.use_cr_input else self.cr_constant
        slope = self.inclination if self.use_inclination_input else self.inclination_constant
        yield self.f_nominal == -coefficient * self.f_weight * cos(atan(slope))
        yield self.f == -self.f_nominal * regularized_sign(self.reg, self.v, self.v0)
