"""Dry friction whose limit forward is not the one backward."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from drivetrain.mechanics.friction import Surfaces
from drivetrain.modeling import variable, where
from drivetrain.rotational.interfaces import Friction
from drivetrain.rotational.interfaces.friction import UNIT_TORQUE

__all__ = ["FrictionWithTwoLimits"]


class FrictionWithTwoLimits(Friction):
    """Base of friction with one torque forward and another backward.

    An heir defines the motion `w_relfric`, `a_relfric`, the torques `tau_forward` and
    `tau_backward`, none negative, and the condition `free`, which implies that both are zero. They
    may depend on other torques of the same element, as those of teeth do.

    Notes
    -----
    At rest the torque lies between ``-tau_backward`` and ``tau_forward``. What sticks and slips is
    its distance from the middle of the two, whose limits are equal: half of their sum. So `grip` is
    that distance, and `sa` as well while stuck.
    """

    tau0 = variable("N.m", doc="Half the sum of the friction torques forward and backward")
    tau0_max = variable("N.m", doc="The same, as the limit at rest")
    tau_forward = variable("N.m", doc="Friction torque against forward motion")
    tau_backward = variable("N.m", doc="Friction torque against backward motion")
    tau_middle = variable("N.m", doc="Torque in the middle between the two limits")

    def equations(self) -> Iterable[Any]:
        yield self.tau_middle == (self.tau_forward - self.tau_backward) / 2
        yield self.tau0 == (self.tau_forward + self.tau_backward) / 2
        yield self.tau0_max == self.tau0
        sliding = where(self.goes_forward(), self.tau_forward, -self.tau_backward)
        stuck = self.tau_middle + self.grip * UNIT_TORQUE
        yield self.tau == where(self.locked, stuck, where(self.free, 0, sliding))

    def surfaces(self) -> Surfaces:
        """Return the surfaces that rub, their load counted from the middle of the limits."""
        return replace(super().surfaces(), load=self.tau - self.tau_middle)
