"""Differential without losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.gears.interfaces import ThreeShafts

__all__ = ["Differential"]


class Differential(ThreeShafts):
    """Final drive and differential that gives half of its torque to either shaft, without losses.

    The cage turns with the mean of the two shafts, and both get the same torque whatever their
    speeds: where one of them finds no resistance, the other gets nothing to pull with either.

    Without inertia; what turns with the cage is an inertia at flange_a. The same gear without a
    final drive is ``IdealPlanetary(ratio=1)``, whose carrier is the cage.
    """

    def equations(self) -> Iterable[Any]:
        yield self.tau_left == -self.tau_cage / 2
        yield self.tau_right == -self.tau_cage / 2
        yield self.left.tau == self.tau_left
        yield self.right.tau == self.tau_right
