"""Dry friction with different limits forward and backward."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from drivetrain.mechanics.friction import Surfaces
from drivetrain.modeling import Expr, variable, where
from drivetrain.rotational.interfaces.friction import UNIT_TORQUE, Friction

__all__ = ["FrictionWithTwoLimits"]


class FrictionWithTwoLimits(Friction):
    """Base of friction elements that hold more in one direction than in the other.

    A subclass defines the motion `w_relfric`, `a_relfric`, the largest torques at rest
    `tau_forward` and `tau_backward`, none negative, and the condition `free`, which implies that
    both are zero. They may depend on other torques of the same element, as with teeth. If the
    element slides against different torques, override `sliding_limits`.

    Notes
    -----
    At rest the torque lies between ``-tau_backward`` and ``tau_forward``. The load that sticks and
    slips is its distance from the middle of the two, which has equal limits: half of their sum. So
    `grip` is that distance, and so is `sa` while stuck. Where a source prescribes the speed, the
    torque at rest is undetermined, and taken as zero.
    """

    tau0 = variable("N.m", doc="Half the sum of the sliding torques forward and backward")
    tau0_max = variable("N.m", doc="Half the sum of the largest torques at rest")
    tau_forward = variable("N.m", doc="Largest torque at rest against forward motion")
    tau_backward = variable("N.m", doc="Largest torque at rest against backward motion")
    tau_middle = variable("N.m", doc="Torque in the middle between the largest ones at rest")

    def equations(self) -> Iterable[Any]:
        forward, backward = self.sliding_limits()
        yield self.tau_middle == (self.tau_forward - self.tau_backward) / 2
        yield self.tau0 == (forward + backward) / 2
        yield self.tau0_max == (self.tau_forward + self.tau_backward) / 2
        sliding = where(self.goes_forward(), forward, -backward)
        stuck = self.grip * UNIT_TORQUE
        if self.law != "prescribed":
            stuck += self.tau_middle
        yield self.tau == where(self.locked, stuck, where(self.free, 0, sliding))

    def sliding_limits(self) -> tuple[Expr, Expr]:
        """Return the friction torques against forward and backward sliding, N·m."""
        return self.tau_forward, self.tau_backward

    def surfaces(self) -> Surfaces:
        """Return the friction surfaces, with the load measured from the middle of the limits."""
        forward, backward = self.sliding_limits()
        begins = (-backward - self.tau_middle, forward - self.tau_middle)
        return replace(super().surfaces(), load=self.tau - self.tau_middle, begins=begins)
