"""Sine of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import CurrentSource
from drivetrain.electrical.interfaces.waves import Waves
from drivetrain.modeling import parameter, sin

__all__ = ["SineCurrent"]


class SineCurrent(CurrentSource, Waves):
    """Source of a sinusoidal current."""

    I = parameter(unit="A", doc="Amplitude")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.I * sin(self.angle())
