"""Relative angle and speed as states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import der, variable
from drivetrain.rotational.interfaces import TwoFlanges

__all__ = ["RelativeStates"]


class RelativeStates(TwoFlanges):
    """Offers the relative angle and speed of two flanges as states; transmits no torque."""

    phi_rel = variable(
        "rad", state_select="prefer", doc="Relative angle: flange_b.phi - flange_a.phi"
    )
    w_rel = variable("rad/s", state_select="prefer", doc="Relative speed: der(phi_rel)")
    a_rel = variable("rad/s2", doc="Relative acceleration: der(w_rel)")

    def equations(self) -> Iterable[Any]:
        yield self.phi_rel == self.flange_b.phi - self.flange_a.phi
        yield self.w_rel == der(self.phi_rel)
        yield self.a_rel == der(self.w_rel)
        yield self.flange_a.tau == 0
        yield self.flange_b.tau == 0
