"""Linear damper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.book.interfaces import Compliant
from drivetrain.modeling import Expr, der, parameter

__all__ = ["Damper"]


class Damper(Compliant):
    """Linear damper."""

    symbol = "damper"

    d = parameter(unit="N.m.s/rad", min=0, doc="Damping constant")

    def equations(self) -> Iterable[Any]:
        yield self.tau == self.d * der(self.phi_rel)

    def dissipated_power(self) -> Expr:
        """Return the power dissipated as heat, W."""
        power: Expr = self.tau * der(self.phi_rel)
        return power
