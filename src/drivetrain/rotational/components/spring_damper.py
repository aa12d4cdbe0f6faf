"""Spring and damper in parallel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, parameter, variable
from drivetrain.rotational.interfaces import CompliantWithRelativeStates
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["SpringDamper"]


class SpringDamper(CompliantWithRelativeStates, ConditionalHeatPort):
    """Linear torsion spring and linear damper in parallel."""

    symbol = "spring_damper"

    c = parameter(unit="N.m/rad", min=0, doc="Spring stiffness")
    d = parameter(unit="N.m.s/rad", min=0, doc="Damping constant")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle of the relaxed spring")
    tau_c = variable("N.m", doc="Torque of the spring")
    tau_d = variable("N.m", doc="Torque of the damper")

    def equations(self) -> Iterable[Any]:
        yield self.tau_c == self.c * (self.phi_rel - self.phi_rel0)
        yield self.tau_d == self.d * self.w_rel
        yield self.tau == self.tau_c + self.tau_d
        yield self.loss_power == self.tau_d * self.w_rel

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * (self.phi_rel - self.phi_rel0) ** 2 / 2
        return energy
