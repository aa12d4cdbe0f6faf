"""Relative position sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput
from drivetrain.translational.interfaces import RelativeSensor

__all__ = ["RelPositionSensor"]


class RelPositionSensor(RelativeSensor):
    """Ideal sensor of the position of flange_b relative to flange_a."""

    s_rel = RealOutput("m", doc="Relative distance: flange_b.s - flange_a.s")

    def equations(self) -> Iterable[Any]:
        yield self.s_rel == self.flange_b.s - self.flange_a.s
