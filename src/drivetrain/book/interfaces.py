"""Base classes of the book chapter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import variable
from drivetrain.rotational import TwoFlanges

__all__ = ["Compliant"]


class Compliant(TwoFlanges):
    """Base of massless components with a relative angle and one torque.

    A positive torque holds `flange_a` back and drives `flange_b` forward.
    """

    phi_rel = variable("rad", doc="Relative angle: flange_a.phi - flange_b.phi")
    tau = variable("N.m", doc="Torque between the flanges: flange_a.tau")

    def equations(self) -> Iterable[Any]:
        yield self.phi_rel == self.flange_a.phi - self.flange_b.phi
        yield self.tau == self.flange_a.tau
        yield self.flange_a.tau + self.flange_b.tau == 0
