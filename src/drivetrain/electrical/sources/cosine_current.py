"""Cosine of a current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import CurrentSource
from drivetrain.electrical.interfaces.waves import Waves
from drivetrain.modeling import cos, parameter

__all__ = ["CosineCurrent"]


class CosineCurrent(CurrentSource, Waves):
    """Source of a current that follows a cosine."""

    I = parameter(unit="A", doc="Amplitude")

    def equations(self) -> Iterable[Any]:
        yield self.wave == self.I * cos(self.angle())
