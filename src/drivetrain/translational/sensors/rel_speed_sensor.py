"""Relative speed sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput, der, variable
from drivetrain.translational.interfaces import RelativeSensor

__all__ = ["RelSpeedSensor"]


class RelSpeedSensor(RelativeSensor):
    """Ideal sensor of the speed of flange_b relative to flange_a."""

    s_rel = variable("m", doc="Relative distance: flange_b.s - flange_a.s")
    v_rel = RealOutput("m/s", doc="Relative speed: der(s_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.s_rel == self.flange_b.s - self.flange_a.s
        yield self.v_rel == der(self.s_rel)
