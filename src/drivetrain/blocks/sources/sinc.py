"""Cardinal sine."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SignalSource
from drivetrain.modeling import constant, no_event, parameter, sin, time, where

__all__ = ["Sinc"]


class Sinc(SignalSource):
    """Amplitude times sin(x) / x with x = 2π f (t - start_time).

    If `continuous`, the signal keeps its first value until start_time, so that it does not jump.
    """

    amplitude = parameter(1.0, doc="Amplitude")
    f = parameter(unit="Hz", doc="Frequency")
    continuous = parameter(False, doc="True if the signal does not jump at start_time")

    def equations(self) -> Iterable[Any]:
        since = time - self.start_time
        x = 2 * math.pi * self.f * since
        begins = no_event(since < constant(sys.float_info.epsilon, "s"))
        wave = where(begins, 1.0, sin(x) / where(begins, 1.0, x))
        before = where(self.continuous, 1.0, 0)
        wave = where(time < self.start_time, before, wave)
        yield self.y == self.offset + self.amplitude * wave
