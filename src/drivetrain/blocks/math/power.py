"""Power of a constant base."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Growing
from drivetrain.modeling import parameter

__all__ = ["Power"]


class Power(Growing):
    """Constant base to the power of the input."""

    base = parameter(math.e, min=0, doc="Base")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.base**self.u
