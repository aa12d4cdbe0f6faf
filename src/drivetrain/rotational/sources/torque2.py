"""Torque between two flanges, given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, RealInput, der
from drivetrain.rotational.interfaces import TwoFlanges

__all__ = ["Torque2"]


class Torque2(TwoFlanges):
    """Torque given by a signal; a positive one drives flange_b forward and flange_a back."""

    symbol = "torque"

    tau = RealInput("N.m", doc="Torque at flange_b on what is connected there")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.tau == self.tau
        yield self.flange_b.tau == -self.tau

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        power = self.flange_a.tau * der(self.flange_a.phi)
        return -(power + self.flange_b.tau * der(self.flange_b.phi))
