"""Shaft with inertia."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, der, parameter, variable
from drivetrain.rotational import TwoFlanges

__all__ = ["Inertia"]


class Inertia(TwoFlanges):
    """Shaft with inertia and two rigidly connected flanges."""

    symbol = "mass"

    J = parameter(unit="kg.m2", min=0, doc="Moment of inertia")
    phi = variable("rad", doc="Absolute angle")
    w = variable("rad/s", doc="Absolute speed")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange_a.phi
        yield self.phi == self.flange_b.phi
        yield self.w == der(self.phi)
        yield self.J * der(self.w) == self.flange_a.tau + self.flange_b.tau

    def stored_energy(self) -> Expr:
        """Return the kinetic energy, J."""
        energy: Expr = self.J * self.w**2 / 2
        return energy
