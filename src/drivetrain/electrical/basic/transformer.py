"""Transformer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import TwoPort
from drivetrain.modeling import Expr, der, parameter, variable

__all__ = ["Transformer"]


class Transformer(TwoPort):
    """Two coupled inductances.

    ``M**2`` must not exceed ``L1 * L2``: otherwise it would store negative energy.
    """

    symbol = "transformer"

    L1 = parameter(unit="H", min=0, doc="Inductance of the left winding")
    L2 = parameter(unit="H", min=0, doc="Inductance of the right winding")
    M = parameter(unit="H", doc="Mutual inductance")
    i1 = variable("A", start=0.0, doc="Current from p1 to n1: p1.i")
    i2 = variable("A", start=0.0, doc="Current from p2 to n2: p2.i")

    def equations(self) -> Iterable[Any]:
        yield self.v1 == self.L1 * der(self.i1) + self.M * der(self.i2)
        yield self.v2 == self.M * der(self.i1) + self.L2 * der(self.i2)

    def stored_energy(self) -> Expr:
        """Return the energy of the magnetic field, J."""
        energy: Expr = (
            self.L1 * self.i1**2 / 2 + self.M * self.i1 * self.i2 + self.L2 * self.i2**2 / 2
        )
        return energy
