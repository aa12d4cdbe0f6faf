"""Force between two flanges, given by a signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Expr, RealInput, der
from drivetrain.translational.interfaces import TwoFlanges

__all__ = ["Force2"]


class Force2(TwoFlanges):
    """Force given by a signal; a positive one drives flange_b forward and flange_a back."""

    symbol = "force"

    f = RealInput("N", doc="Force at flange_b on what is connected there")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.f == self.f
        yield self.flange_b.f == -self.f

    def supplied_power(self) -> Expr:
        """Return the power delivered into the driveline, W."""
        power = self.flange_a.f * der(self.flange_a.s)
        return -(power + self.flange_b.f * der(self.flange_b.s))
