"""Angle sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput
from drivetrain.rotational.interfaces import AbsoluteSensor

__all__ = ["AngleSensor"]


class AngleSensor(AbsoluteSensor):
    """Ideal sensor of the absolute angle of a flange."""

    phi = RealOutput("rad", doc="Absolute angle of the flange")

    def equations(self) -> Iterable[Any]:
        yield self.phi == self.flange.phi
