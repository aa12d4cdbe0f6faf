"""Angle sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import AbsoluteSensor
from drivetrain.modeling import RealOutput, variable

__all__ = ["AngleSensor"]


class AngleSensor(AbsoluteSensor):
    """Ideal sensor of the absolute angle of a flange."""

    phi = variable("rad", doc="Absolute angle of the flange")
    out_port = RealOutput("rad", doc="Value of `phi`")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange_a.phi
        yield self.out_port == self.phi
