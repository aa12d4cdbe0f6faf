"""Linear damper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import CompliantWithSpeed
from drivetrain.modeling import Expr, parameter

__all__ = ["Damper"]


class Damper(CompliantWithSpeed):
    """Linear damper whose torque is proportional to the relative speed."""

    symbol = "damper"

    d = parameter(0.0, unit="N.m.s/rad", min=0, doc="Damping constant")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.d * self.w_rel

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        power: Expr = self.tau * self.w_rel
        return power
