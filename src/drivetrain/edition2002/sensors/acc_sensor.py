"""Acceleration sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import AbsoluteSensor
from drivetrain.modeling import RealOutput, der, variable

__all__ = ["AccSensor"]


class AccSensor(AbsoluteSensor):
    """Ideal sensor of the absolute acceleration of a flange."""

    w = variable("rad/s", doc="Absolute speed of the flange")
    a = variable("rad/s2", doc="Absolute acceleration of the flange")
    out_port = RealOutput("rad/s2", doc="Value of `a`")

    def equations(self) -> Iterable[Any]:
        yield self.w == der(self.flange_a.phi)
        yield self.a == der(self.w)
        yield self.out_port == self.a
