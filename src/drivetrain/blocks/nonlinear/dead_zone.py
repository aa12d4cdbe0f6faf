"""Dead zone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import ensure, parameter, smooth, where

__all__ = ["DeadZone"]


class DeadZone(Siso):
    """Zero within two limits, beyond them the amount by which the input exceeds them."""

    u_max = parameter(doc="Upper limit of the dead zone")
    u_min = parameter(-u_max, doc="Lower limit of the dead zone")

    def equations(self) -> Iterable[Any]:
        below = where(self.u < self.u_min, self.u - self.u_min, 0)
        yield self.y == smooth(0, where(self.u > self.u_max, self.u - self.u_max, below))
        yield ensure(self.u_max >= self.u_min, "u_max has to be at least u_min")
