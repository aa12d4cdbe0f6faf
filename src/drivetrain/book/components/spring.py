"""Linear spring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book.interfaces import Compliant
from drivetrain.modeling import Expr, parameter

__all__ = ["Spring"]


class Spring(Compliant):
    """Linear spring, relaxed at the relative angle 0."""

    symbol = "spring"

    c = parameter(unit="N.m/rad", min=0, doc="Spring stiffness")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.c * self.phi_rel

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        energy: Expr = self.c * self.phi_rel**2 / 2
        return energy
