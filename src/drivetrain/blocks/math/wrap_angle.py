"""Angle within one turn."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import ceil, floor, parameter

__all__ = ["WrapAngle"]


class WrapAngle(Siso):
    """Angle reduced to (-π, π], or to [0, 2π) with `positive_range`; raises no event."""

    positive_range = parameter(
        False, structural=True, doc="True for the range [0, 2π), else (-π, π]"
    )

    def equations(self) -> Iterable[Any]:
        turn = 2 * math.pi
        turns = floor(self.u / turn) if self.positive_range else ceil(self.u / turn - 0.5)
        yield self.y == self.u - turn * turns
