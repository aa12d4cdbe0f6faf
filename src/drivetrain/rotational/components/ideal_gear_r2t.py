"""Rack and pinion without losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.rotational.interfaces import RotationalToTranslational

__all__ = ["IdealGearR2T"]


class IdealGearR2T(RotationalToTranslational):
    """Gear between a shaft and a rod, without inertia, elasticity, backlash or losses."""

    symbol = "rack"

    ratio = parameter(unit="rad/m", nonzero=True, doc="Angle of the shaft over travel of the rod")

    def equations(self) -> Iterable[Any]:
        angle = self.flange_r.phi - self.phi_support
        yield angle == self.ratio * (self.flange_t.s - self.s_support)
        yield self.ratio * self.flange_r.tau + self.flange_t.f == 0
