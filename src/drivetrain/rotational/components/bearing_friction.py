"""Dry friction in bearings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import parameter, table, where
from drivetrain.rotational.interfaces import Friction, ShaftOnSupport
from drivetrain.rotational.interfaces.friction import (
    NEVER,
    SMOOTHNESS,
    UNIT_TORQUE,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["BearingFriction"]


class BearingFriction(ShaftOnSupport, Friction, ConditionalHeatPort):
    """Dry friction between a shaft and its housing."""

    symbol = "bearing"

    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="Interpolation of the friction torque between the points",
    )
    tau_pos = table(
        [[0, 1]],
        units=("rad/s", "N.m"),
        min=(None, 0),
        smoothness=smoothness,
        doc="Friction torque over positive speed",
    )
    peak = parameter(1.0, min=1, doc="Largest torque at rest over sliding torque at zero speed")

    def equations(self) -> Iterable[Any]:
        yield self.tau0 == self.tau_pos(0.0)
        yield self.tau0_max == self.peak * self.tau0
        yield self.free == NEVER
        yield self.w_relfric == self.w
        yield self.a_relfric == self.a
        sliding = where(self.goes_forward(), self.tau_pos(self.w), -self.tau_pos(-self.w))
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, sliding)
        yield self.loss_power == self.tau * self.w_relfric
        yield self.resists("tau_pos", self.tau, self.tau0)
