"""Gear without losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter, variable
from drivetrain.rotational.interfaces import TwoFlangesAndSupport

__all__ = ["IdealGear"]


class IdealGear(TwoFlangesAndSupport):
    """Gear without inertia, elasticity, backlash or losses."""

    symbol = "gear"

    ratio = parameter(
        nonzero=True, doc="Transmission ratio: speed of flange_a over speed of flange_b"
    )
    phi_a = variable("rad", doc="Angle of flange_a relative to the housing")
    phi_b = variable("rad", doc="Angle of flange_b relative to the housing")

    def equations(self) -> Iterable[Any]:
        yield self.phi_a == self.flange_a.phi - self.phi_support
        yield self.phi_b == self.flange_b.phi - self.phi_support
        yield self.phi_a == self.ratio * self.phi_b
        yield self.ratio * self.flange_a.tau + self.flange_b.tau == 0
