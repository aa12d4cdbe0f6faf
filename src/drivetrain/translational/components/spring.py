"""Linear spring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, parameter
from drivetrain.translational.interfaces import Compliant

__all__ = ["Spring"]


class Spring(Compliant):
    """Linear spring without mass."""

    symbol = "spring"

    c = parameter(unit="N/m", min=0, doc="Spring stiffness")
    s_rel0 = parameter(0.0, unit="m", doc="Relative distance of the relaxed spring")

    def equations(self) -> Iterable[Any]:
        yield self.f == self.c * (self.s_rel - self.s_rel0)

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * (self.s_rel - self.s_rel0) ** 2 / 2
        return energy
