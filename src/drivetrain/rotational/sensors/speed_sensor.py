"""Speed sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der
from drivetrain.rotational.interfaces import AbsoluteSensor

__all__ = ["SpeedSensor"]


class SpeedSensor(AbsoluteSensor):
    """Ideal sensor of the absolute speed of a flange."""

    w = RealOutput("rad/s", doc="Absolute speed of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.flange.phi)
