"""Power of a constant base."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import ensure, no_event, parameter

__all__ = ["Power"]


class Power(Siso):
    """Constant base to the power of the input."""

    base = parameter(math.e, min=0, doc="Base")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.base**self.u
        is_finite = no_event(self.u >= 0) | (self.base > 0)
        yield ensure(is_finite, "the base is zero and the input negative")
