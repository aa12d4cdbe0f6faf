"""Gear without losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.rotational.interfaces import TwoFlanges

__all__ = ["IdealGear"]


class IdealGear(TwoFlanges):
    """Grounded gear without inertia, elasticity, backlash or losses."""

    symbol = "gear"

    ratio = parameter(1.0, nonzero=True, doc="Transmission ratio: flange_a.phi over flange_b.phi")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.phi == self.ratio * self.flange_b.phi
        yield self.ratio * self.flange_a.tau + self.flange_b.tau == 0
