"""Position sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput
from drivetrain.translational.interfaces import AbsoluteSensor

__all__ = ["PositionSensor"]


class PositionSensor(AbsoluteSensor):
    """Ideal sensor of the absolute position of a flange."""

    s = RealOutput("m", doc="Absolute position of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.s == self.flange.s
