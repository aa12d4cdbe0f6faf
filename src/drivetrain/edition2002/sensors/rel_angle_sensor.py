"""Relative angle sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import RelativeSensor
from drivetrain.modeling import RealOutput, variable

__all__ = ["RelAngleSensor"]


class RelAngleSensor(RelativeSensor):
    """Ideal sensor of the angle of flange_b relative to flange_a."""

    phi_rel = variable("rad", doc="Relative angle: flange_b.phi - flange_a.phi")
    out_port = RealOutput("rad", doc="Value of `phi_rel`")

    def equations(self) -> Iterable[Any]:
        yield self.phi_rel == self.flange_b.phi - self.flange_a.phi
        yield self.out_port == self.phi_rel
