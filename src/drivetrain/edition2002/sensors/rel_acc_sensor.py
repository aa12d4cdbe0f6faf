"""Relative acceleration sensor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import RelativeSensor
from drivetrain.modeling import RealOutput, der, variable

__all__ = ["RelAccSensor"]


class RelAccSensor(RelativeSensor):
    """Ideal sensor of the acceleration of flange_b relative to flange_a."""

    phi_rel = variable("rad", doc="Relative angle: flange_b.phi - flange_a.phi")
    w_rel = variable("rad/s", doc="Relative speed: der(phi_rel)")
    a_rel = variable("rad/s2", doc="Relative acceleration: der(w_rel)")
    out_port = RealOutput("rad/s2", doc="Value of `a_rel`")

    def equations(self) -> Iterable[Any]:
        yield self.phi_rel == self.flange_b.phi - self.flange_a.phi
        yield self.w_rel == der(self.phi_rel)
        yield self.a_rel == der(self.w_rel)
        yield self.out_port == self.a_rel
