"""Backlash with elastic contact."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book.interfaces import Compliant
from drivetrain.modeling import Expr, maximum, minimum, parameter, where

__all__ = ["Backlash"]


class Backlash(Compliant):
    """Spring that acts only outside a gap; each contact is an event."""

    symbol = "backlash"

    c = parameter(unit="N.m/rad", min=0, doc="Stiffness in contact")
    b = parameter(unit="rad", min=0, doc="Total backlash")

    def equations(self) -> Iterable[Any]:
        half = self.b / 2
        yield self.tau == where(
            self.phi_rel > half,
            self.c * (self.phi_rel - half),
            where(self.phi_rel < -half, self.c * (self.phi_rel + half), 0),
        )

    def stored_energy(self) -> Expr:
        """Return the energy of the spring, J."""
        half = self.b / 2
        deflection = maximum(self.phi_rel - half, 0) + minimum(self.phi_rel + half, 0)
        energy: Expr = self.c * deflection**2 / 2
        return energy
