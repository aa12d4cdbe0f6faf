"""Lag of identical first-order stages."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from drivetrain.blocks.continuous.interfaces import start_of_stages
from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import RealOutput, der, parameter, variable

__all__ = ["CriticalDamping"]


class CriticalDamping(Siso):
    """Low-pass filter of identical first-order stages, which never overshoots."""

    n = parameter(2, structural=True, kind="integer", min=1, doc="Order, at least 1")
    f = parameter(unit="Hz", min=sys.float_info.min, doc="Cut-off frequency")
    normalized = parameter(
        True, structural=True, doc="True if the gain at f is -3 dB, else f is that of each stage"
    )
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    x_start = parameter([0.0], doc="States at the start, one value for all or one for each")
    y_start = parameter(0.0, doc="Output at the start")
    x = variable(size=n, doc="Outputs of the stages")
    y = RealOutput(start=y_start, doc="Output")

    def equations(self) -> Iterable[Any]:
        w = 2 * math.pi * self.f
        if self.normalized:
            w = w / math.sqrt(2 ** (1 / self.n) - 1)
        for before, after in pairwise((self.u, *self.x)):
            yield der(after) == w * (before - after)
        yield self.y == self.x[-1]

    def initial_equations(self) -> Iterable[Any]:
        yield from start_of_stages(self)
