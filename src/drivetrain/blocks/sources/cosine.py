"""Cosine wave."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import SignalSource
from drivetrain.modeling import cos, parameter, time, where

__all__ = ["Cosine"]


class Cosine(SignalSource):
    """Cosine wave that begins at a given time.

    If `continuous`, the signal keeps its first value until then, so that it does not jump.
    """

    amplitude = parameter(1.0, doc="Amplitude")
    f = parameter(unit="Hz", doc="Frequency")
    phase = parameter(0.0, unit="rad", doc="Phase at start_time")
    continuous = parameter(False, doc="True if the signal does not jump at start_time")

    def equations(self) -> Iterable[Any]:
        before = where(self.continuous, cos(self.phase), 0)
        angle = 2 * math.pi * self.f * (time - self.start_time) + self.phase
        wave = where(time < self.start_time, before, cos(angle))
        yield self.y == self.offset + self.amplitude * wave
