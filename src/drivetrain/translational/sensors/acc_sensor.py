"""Acceleration sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der, variable
from drivetrain.translational.interfaces import AbsoluteSensor

__all__ = ["AccSensor"]


class AccSensor(AbsoluteSensor):
    """Ideal sensor of the absolute acceleration of a flange."""

    v = variable("m/s", doc="Absolute speed of the flange")
    a = RealOutput("m/s2", doc="Absolute acceleration of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.v == der(self.flange.s)
        yield self.a == der(self.v)
