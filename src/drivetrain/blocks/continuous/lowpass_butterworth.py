"""Butterworth filter."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import INITIAL, Siso, elements
from drivetrain.modeling import RealOutput, computed, der, parameter, variable

__all__ = ["LowpassButterworth"]


def _second_order_stages(n: int) -> int:
    return n // 2


def _first_order_stages(n: int) -> int:
    return n % 2


class LowpassButterworth(Siso):
    """Butterworth low-pass filter: second-order stages, and one first-order stage if n is odd.

    With `initial_output` all stages but the last are at rest, and the rate of the output is zero.
    """

    n = parameter(2, structural=True, kind="integer", min=1, doc="Order, at least 1")
    f = parameter(
        unit="Hz", min=sys.float_info.min, doc="Cut-off frequency, where the gain is -3 dB"
    )
    init_type = parameter("no_init", structural=True, choices=INITIAL, doc="Condition at the start")
    x1_start = parameter([0.0], doc="Outputs of the second-order stages at the start")
    x2_start = parameter([0.0], unit="1/s", doc="Their rates at the start")
    xr_start = parameter(0.0, doc="Output of the first-order stage at the start")
    y_start = parameter(0.0, doc="Output at the start")
    x1 = variable(size=computed(_second_order_stages, n), doc="Outputs of the second-order stages")
    x2 = variable("1/s", size=computed(_second_order_stages, n), doc="Their rates")
    xr = variable(size=computed(_first_order_stages, n), doc="Output of the first-order stage")
    y = RealOutput(start=y_start, doc="Output")

    def equations(self) -> Iterable[Any]:
        w0 = 2 * math.pi * self.f
        signal = self.u
        for k, (x1, x2) in enumerate(zip(self.x1, self.x2, strict=True)):
            damping = -math.cos(math.pi / 2 + math.pi / self.n * (k + 0.5))
            yield der(x1) == x2
            yield der(x2) == w0 * (w0 * (signal - x1) - 2 * damping * x2)
            signal = x1
        for x in self.xr:
            yield der(x) == w0 * (signal - x)
            signal = x
        yield self.y == signal

    def initial_equations(self) -> Iterable[Any]:
        states = [x for stage in zip(self.x1, self.x2, strict=True) for x in stage]
        states += self.xr
        if self.init_type == "steady_state":
            for x in states:
                yield der(x) == 0
        elif self.init_type == "initial_state":
            for x, x_start in ((self.x1, self.x1_start), (self.x2, self.x2_start)):
                for one, start in zip(x, elements(x_start, len(x)), strict=True):
                    yield one == start
            for x in self.xr:
                yield x == self.xr_start
        elif self.init_type == "initial_output":
            yield self.y == self.y_start
            for x in states[:-1]:
                yield der(x) == 0
