"""Spring and damper in parallel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import CompliantWithSpeed
from drivetrain.modeling import Expr, parameter

__all__ = ["SpringDamper"]


class SpringDamper(CompliantWithSpeed):
    """Linear torsion spring and linear damper in parallel."""

    symbol = "spring_damper"

    c = parameter(unit="N.m/rad", min=0, doc="Spring stiffness")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle of the relaxed spring")
    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping constant")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.c * (self.phi_rel - self.phi_rel0) + self.d * self.w_rel

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * (self.phi_rel - self.phi_rel0) ** 2 / 2
        return energy

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        power: Expr = self.d * self.w_rel**2
        return power
