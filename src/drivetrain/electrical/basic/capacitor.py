"""Capacitor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import OnePort
from drivetrain.modeling import Expr, der, parameter, variable

__all__ = ["Capacitor"]


class Capacitor(OnePort):
    """Ideal capacitor."""

    symbol = "capacitor"

    C = parameter(unit="F", min=0, doc="Capacitance")
    v = variable("V", start=0.0, doc="Voltage: p.v - n.v")

    def equations(self) -> Iterable[Any]:
        yield self.i == self.C * der(self.v)

    def stored_energy(self) -> Expr:
        """Return the energy of the electric field, J."""
        energy: Expr = self.C * self.v**2 / 2
        return energy
