"""Shaft with inertia."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, der, parameter, variable
from drivetrain.rotational.interfaces import Rigid

__all__ = ["Inertia"]


class Inertia(Rigid):
    """Shaft with inertia and two rigidly connected flanges."""

    symbol = "mass"

    J = parameter(1.0, unit="kg.m2", min=0, doc="Moment of inertia")
    w = variable("rad/s", doc="Absolute angular velocity")
    a = variable("rad/s2", doc="Absolute angular acceleration")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.phi)
        yield self.a == der(self.w)
        yield self.J * self.a == self.flange_a.tau + self.flange_b.tau

    def stored_energy(self) -> Expr:
        """Return the kinetic energy, J."""
        energy: Expr = self.J * self.w**2 / 2
        return energy
