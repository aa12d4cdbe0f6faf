"""Wheel that rolls without slip."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.rotational.interfaces import RotationalToTranslational

__all__ = ["IdealRollingWheel"]


class IdealRollingWheel(RotationalToTranslational):
    """Wheel that rolls without slip, without inertia or losses."""

    symbol = "wheel"

    radius = parameter(unit="m", min=sys.float_info.min, doc="Radius of the wheel")

    def equations(self) -> Iterable[Any]:
        angle = self.flange_r.phi - self.phi_support
        yield angle * self.radius == self.flange_t.s - self.s_support
        yield self.radius * self.flange_t.f + self.flange_r.tau == 0
