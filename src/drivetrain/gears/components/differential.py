"""Differential without losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.gears.interfaces import ThreeShafts

__all__ = ["Differential"]


class Differential(ThreeShafts):
    """Lossless final drive and differential that splits its torque equally between two shafts.

    The cage turns at the mean speed of the two shafts, and both get the same torque whatever their
    speeds: if one of them meets no resistance, the other transmits no torque either.  The gear has
    no inertia; add that of the cage at flange_a. The same gear without a final drive is
    ``IdealPlanetary(ratio=1)``, whose carrier is the cage.
    """

    symbol = "differential"

    def equations(self) -> Iterable[Any]:
        yield self.tau_left == -self.tau_cage / 2
        yield self.tau_right == -self.tau_cage / 2
        yield self.left.tau == self.tau_left
        yield self.right.tau == self.tau_right
