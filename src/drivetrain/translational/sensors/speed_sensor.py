"""Speed sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der
from drivetrain.translational.interfaces import AbsoluteSensor

__all__ = ["SpeedSensor"]


class SpeedSensor(AbsoluteSensor):
    """Ideal sensor of the absolute speed of a flange."""

    v = RealOutput("m/s", doc="Absolute speed of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.flange.s)
