"""Relative angle sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealOutput
from drivetrain.rotational.interfaces import RelativeSensor

__all__ = ["RelAngleSensor"]


class RelAngleSensor(RelativeSensor):
    """Ideal sensor of the angle of flange_b relative to flange_a."""

    phi_rel = RealOutput("rad", doc="Relative angle: flange_b.phi - flange_a.phi")

    def equations(self) -> Iterable[Any]:
        yield self.phi_rel == self.flange_b.phi - self.flange_a.phi
