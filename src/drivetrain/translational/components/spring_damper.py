"""Spring and damper in parallel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, parameter, variable
from drivetrain.thermal.interfaces import ConditionalHeatPort
from drivetrain.translational.interfaces import CompliantWithRelativeStates

__all__ = ["SpringDamper"]


class SpringDamper(CompliantWithRelativeStates, ConditionalHeatPort):
    """Linear spring and linear damper in parallel."""

    symbol = "spring_damper"

    c = parameter(unit="N/m", min=0, doc="Spring stiffness")
    d = parameter(unit="N.s/m", min=0, doc="Damping constant")
    s_rel0 = parameter(0.0, unit="m", doc="Relative distance of the relaxed spring")
    f_c = variable("N", doc="Force of the spring")
    f_d = variable("N", doc="Force of the damper")

    def equations(self) -> Iterable[Any]:
        yield self.f_c == self.c * (self.s_rel - self.s_rel0)
        yield self.f_d == self.d * self.v_rel
        yield self.f == self.f_c + self.f_d
        yield self.loss_power == self.f_d * self.v_rel

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * (self.s_rel - self.s_rel0) ** 2 / 2
        return energy
