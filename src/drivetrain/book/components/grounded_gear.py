"""Gear on the ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter
from drivetrain.rotational import TwoFlanges

__all__ = ["GroundedGear"]


class GroundedGear(TwoFlanges):
    """Ideal gear whose housing is fixed, so the ground takes the reaction torque."""

    symbol = "gear"

    ratio = parameter(nonzero=True, doc="Transmission ratio: flange_a.phi over flange_b.phi")

    def equations(self) -> Iterable[Any]:
        yield self.ratio * self.flange_a.tau + self.flange_b.tau == 0
        yield self.flange_a.phi == self.ratio * self.flange_b.phi
