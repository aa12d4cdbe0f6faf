"""Dry friction in guides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.friction import NEVER, SMOOTHNESS
from drivetrain.modeling import parameter, table, where
from drivetrain.thermal.interfaces import ConditionalHeatPort
from drivetrain.translational.interfaces import Friction, RodOnSupport
from drivetrain.translational.interfaces.friction import UNIT_FORCE

__all__ = ["SupportFriction"]


class SupportFriction(RodOnSupport, Friction, ConditionalHeatPort):
    """Dry friction between a rod and its housing."""

    symbol = "bearing"

    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="Interpolation of the friction force between the points",
    )
    f_pos = table(
        [[0, 1]],
        units=("m/s", "N"),
        min=(None, 0),
        smoothness=smoothness,
        doc="Friction force over positive speed",
    )
    peak = parameter(1.0, min=1, doc="Largest force at rest over sliding force at zero speed")

    def equations(self) -> Iterable[Any]:
        yield self.f0 == self.f_pos(0.0)
        yield self.f0_max == self.peak * self.f0
        yield self.free == NEVER
        yield self.v_relfric == self.v
        yield self.a_relfric == self.a
        sliding = where(self.goes_forward(), self.f_pos(self.v), -self.f_pos(-self.v))
        yield self.f == where(self.locked, self.grip * UNIT_FORCE, sliding)
        yield self.loss_power == self.f * self.v_relfric
        yield self.resists("f_pos", self.f, self.f0)
