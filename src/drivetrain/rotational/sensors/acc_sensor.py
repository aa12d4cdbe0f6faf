"""Acceleration sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der, variable
from drivetrain.rotational.interfaces import AbsoluteSensor

__all__ = ["AccSensor"]


class AccSensor(AbsoluteSensor):
    """Ideal sensor of the absolute acceleration of a flange."""

    w = variable("rad/s", doc="Absolute speed of the flange")
    a = RealOutput("rad/s2", doc="Absolute acceleration of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.flange.phi)
        yield self.a == der(self.w)
