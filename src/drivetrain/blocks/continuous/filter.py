"""Low-pass filter."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.continuous.interfaces import start_of_stages
from drivetrain.blocks.continuous.prototype import ANALOG_FILTERS, low_pass_poles
from drivetrain.blocks.interfaces import INITIAL, Siso
from drivetrain.modeling import RealOutput, der, parameter, variable

__all__ = ["Filter"]


class Filter(Siso):
    """Low-pass filter of a given family and order, as a series of stages."""

    analog_filter = parameter(
        "critical_damping", structural=True, choices=ANALOG_FILTERS, doc="Family of the filter"
    )
    order = parameter(2, structural=True, kind="integer", min=1, doc="Order, at least 1")
    f_cut = parameter(unit="Hz", min=sys.float_info.min, doc="Cut-off frequency")
    gain = parameter(1.0, doc="Gain at the frequency 0")
    normalized = parameter(
        True, structural=True, doc="True if the damping at f_cut is 3 dB for every family"
    )
    init_type = parameter(
        "steady_state", structural=True, choices=INITIAL, doc="Condition at the start"
    )
    x_start = parameter([0.0], doc="States at the start, one value for all or one for each")
    y_start = parameter(0.0, doc="Output at the start")
    x = variable(size=order, doc="States of the stages")
    y = RealOutput(start=y_start, doc="Output")

    def equations(self) -> Iterable[Any]:
        w = 2 * math.pi * self.f_cut
        states, signal = iter(self.x), self.u
        for pole in low_pass_poles(self.analog_filter, self.order, self.normalized):
            a, b = float(pole.real), float(pole.imag)
            if b == 0:
                x = next(states)
                yield der(x) == w * (a * (x - signal))
            else:
                other, x = next(states), next(states)
                yield der(other) == w * (a * other - b * x + (a * a + b * b) / b * signal)
                yield der(x) == w * (b * other + a * x)
            signal = x
        yield self.y == self.gain * signal

    def initial_equations(self) -> Iterable[Any]:
        yield from start_of_stages(self)
