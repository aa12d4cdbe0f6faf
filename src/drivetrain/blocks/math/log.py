"""Logarithm."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import ensure, log, no_event, parameter

__all__ = ["Log"]


class Log(Siso):
    """Logarithm of the input, which must be positive."""

    base = parameter(math.e, min=sys.float_info.min, doc="Base of the logarithm")

    def equations(self) -> Iterable[Any]:
        yield self.y == log(self.u) / log(self.base)
        yield ensure(no_event(self.u > 0), "the input is not positive")
