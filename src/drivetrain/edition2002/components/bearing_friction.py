"""Dry friction in bearings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.edition2002.interfaces import SMOOTHNESS, FrictionOnShaft
from drivetrain.modeling import parameter, table, where
from drivetrain.rotational.interfaces.friction import NEVER, UNIT_TORQUE

__all__ = ["BearingFriction"]


class BearingFriction(FrictionOnShaft):
    """Dry friction between a shaft and the ground."""

    symbol = "bearing"

    tau_pos = table(
        [[0, 1]],
        units=("rad/s", "N.m"),
        min=(None, 0),
        smoothness=SMOOTHNESS,
        doc="Friction torque over positive speed",
    )
    peak = parameter(1.0, min=1, doc="Largest torque at rest over sliding torque at zero speed")

    def equations(self) -> Iterable[Any]:
        yield self.tau0 == self.tau_pos(0.0)
        yield self.tau0_max == self.peak * self.tau0
        yield self.free == NEVER
        sliding = where(self.goes_forward(), self.tau_pos(self.w), -self.tau_pos(-self.w))
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, sliding)
        yield self.resists("tau_pos", self.tau, self.tau0)
