"""Rack and pinion without losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics import translational_flanges as translational
from drivetrain.modeling import Component, parameter
from drivetrain.rotational import FlangeA

__all__ = ["IdealGearR2T"]


class IdealGearR2T(Component):
    """Grounded gear between a shaft and a rod, without inertia, elasticity or losses."""

    symbol = "rack"

    ratio = parameter(1.0, unit="rad/m", nonzero=True, doc="Shaft angle over travel of the rod")
    flange_a = FlangeA(doc="Flange of the shaft")
    flange_b = translational.FlangeB(doc="Flange of the rod")

    def equations(self) -> Iterable[Any]:
        yield self.flange_a.phi == self.ratio * self.flange_b.s
        yield self.ratio * self.flange_a.tau + self.flange_b.f == 0
