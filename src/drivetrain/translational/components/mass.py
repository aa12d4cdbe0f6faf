"""Sliding mass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, der, parameter, variable
from drivetrain.modeling.members import STATE_SELECT
from drivetrain.translational.interfaces import Rigid

__all__ = ["Mass"]


class Mass(Rigid):
    """Rigid mass with two flanges that slides without friction."""

    symbol = "mass"

    m = parameter(unit="kg", min=0, doc="Mass")
    L = parameter(0.0, unit="m", doc="Length: flange_b.s - flange_a.s")
    state_select = parameter(
        "default",
        structural=True,
        choices=STATE_SELECT,
        doc="Priority of s and v as states",
    )
    s = variable("m", start=0.0, state_select=state_select, doc="Absolute position of the middle")
    v = variable("m/s", start=0.0, state_select=state_select, doc="Absolute speed")
    a = variable("m/s2", start=0.0, doc="Absolute acceleration")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.s)
        yield self.a == der(self.v)
        yield self.m * self.a == self.flange_a.f + self.flange_b.f

    def stored_energy(self) -> Expr:
        """Return the kinetic energy, J."""
        energy: Expr = self.m * self.v**2 / 2
        return energy
