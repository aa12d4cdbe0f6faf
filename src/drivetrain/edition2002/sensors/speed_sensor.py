"""Speed sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import AbsoluteSensor
from drivetrain.modeling import RealOutput, der, variable

__all__ = ["SpeedSensor"]


class SpeedSensor(AbsoluteSensor):
    """Ideal sensor of the absolute speed of a flange."""

    w = variable("rad/s", doc="Absolute speed of the flange")
    out_port = RealOutput("rad/s", doc="Value of `w`")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.flange_a.phi)
        yield self.out_port == self.w
