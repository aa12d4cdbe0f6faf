"""Linear torsion spring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, parameter
from drivetrain.rotational.interfaces import Compliant

__all__ = ["Spring"]


class Spring(Compliant):
    """Linear torsion spring without mass."""

    symbol = "spring"

    c = parameter(unit="N.m/rad", min=0, doc="Spring stiffness")
    phi_rel0 = parameter(0.0, unit="rad", doc="Relative angle of the relaxed spring")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.c * (self.phi_rel - self.phi_rel0)

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * (self.phi_rel - self.phi_rel0) ** 2 / 2
        return energy
