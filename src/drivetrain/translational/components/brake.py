"""Brake with dry friction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.friction import SMOOTHNESS
from drivetrain.modeling import RealInput, parameter, table, variable, where
from drivetrain.thermal.interfaces import ConditionalHeatPort
from drivetrain.translational.interfaces import Friction, RodOnSupport
from drivetrain.translational.interfaces.friction import UNIT_FORCE

__all__ = ["Brake"]


class Brake(RodOnSupport, Friction, ConditionalHeatPort):
    """Dry friction between a rod and its housing under a controlled normal force.

    The friction force is ``mu(v) * cgeo * fn``.
    """

    symbol = "brake"

    smoothness = parameter(
        "linear_segments",
        structural=True,
        choices=SMOOTHNESS,
        doc="Interpolation of the friction coefficient between the points",
    )
    mu_pos = table(
        [[0, 0.5]],
        units=("m/s", "1"),
        min=(None, 0),
        smoothness=smoothness,
        doc="Friction coefficient over positive speed",
    )
    peak = parameter(1.0, min=1, doc="Largest force at rest over sliding force at zero speed")
    cgeo = parameter(1.0, min=0, doc="Geometry: friction force over that of a single surface")
    fn_max = parameter(unit="N", min=0, doc="Normal force at f_normalized = 1")
    f_normalized = RealInput(doc="Normal force over fn_max, 0 … 1; the brake is free up to 0")
    fn = variable("N", doc="Normal force")
    mu = variable(doc="Sliding friction coefficient, with the sign of the motion")

    def equations(self) -> Iterable[Any]:
        yield self.fn == self.fn_max * self.f_normalized
        yield self.free == (self.fn <= 0)
        yield self.f0 == self.mu_pos(0.0) * self.cgeo * self.fn
        yield self.f0_max == self.peak * self.f0
        yield self.v_relfric == self.v
        yield self.a_relfric == self.a
        yield self.mu == where(self.goes_forward(), self.mu_pos(self.v), -self.mu_pos(-self.v))
        sliding = where(self.free, 0, self.mu * self.cgeo * self.fn)
        yield self.f == where(self.locked, self.grip * UNIT_FORCE, sliding)
        yield self.loss_power == self.f * self.v_relfric
        yield self.resists("mu_pos", self.mu, self.mu_pos(0.0))
