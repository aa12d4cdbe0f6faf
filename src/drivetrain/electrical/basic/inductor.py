"""Inductor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import OnePort
from drivetrain.modeling import Expr, der, parameter, variable

__all__ = ["Inductor"]


class Inductor(OnePort):
    """Ideal inductor."""

    symbol = "inductor"

    L = parameter(unit="H", min=0, doc="Inductance")
    i = variable("A", start=0.0, doc="Current from p to n: p.i")

    def equations(self) -> Iterable[Any]:
        yield self.L * der(self.i) == self.v

    def stored_energy(self) -> Expr:
        """Return the energy of the magnetic field, J."""
        energy: Expr = self.L * self.i**2 / 2
        return energy
