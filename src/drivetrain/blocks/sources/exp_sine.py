"""Damped sine wave."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SignalSource
from drivetrain.modeling import exp, parameter, sin, time

__all__ = ["ExpSine"]


class ExpSine(SignalSource):
    """Sine wave whose amplitude decays exponentially."""

    amplitude = parameter(1.0, doc="Amplitude without damping")
    f = parameter(unit="Hz", doc="Frequency")
    phase = parameter(0.0, unit="rad", doc="Phase at start_time")
    damping = parameter(unit="1/s", doc="Rate of decay")

    def equations(self) -> Iterable[Any]:
        since = time - self.start_time
        wave = sin(2 * math.pi * self.f * since + self.phase)
        yield self.y == self.after_start(self.amplitude * exp(-self.damping * since) * wave)
