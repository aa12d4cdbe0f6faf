"""Brake with dry friction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import RealInput, parameter, table, variable, where
from drivetrain.rotational.interfaces import Friction, ShaftOnSupport
from drivetrain.rotational.interfaces.friction import (
    SMOOTHNESS,
    UNIT_TORQUE,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["Brake"]


class Brake(ShaftOnSupport, Friction, ConditionalHeatPort):
    """Dry friction between a shaft and its housing under a controlled normal force.

    The friction torque is ``mu(w) * cgeo * fn``. For `N` friction surfaces between the radii `r_i`
    and `r_o` that wear uniformly, ``cgeo = N * (r_o + r_i) / 2``.
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
        units=("rad/s", "1"),
        min=(None, 0),
        smoothness=smoothness,
        doc="Friction coefficient over positive speed",
    )
    peak = parameter(1.0, min=1, doc="Largest torque at rest over sliding torque at zero speed")
    cgeo = parameter(1.0, unit="m", min=0, doc="Geometry: friction torque over friction force")
    fn_max = parameter(unit="N", min=0, doc="Normal force at f_normalized = 1")
    f_normalized = RealInput(doc="Normal force over fn_max, 0 … 1; the brake is free up to 0")
    fn = variable("N", doc="Normal force")
    mu = variable(doc="Sliding friction coefficient, with the sign of the motion")

    def equations(self) -> Iterable[Any]:
        yield self.fn == self.fn_max * self.f_normalized
        yield self.free == (self.fn <= 0)
        yield self.tau0 == self.mu_pos(0.0) * self.cgeo * self.fn
        yield self.tau0_max == self.peak * self.tau0
        yield self.w_relfric == self.w
        yield self.a_relfric == self.a
        yield self.mu == where(self.goes_forward(), self.mu_pos(self.w), -self.mu_pos(-self.w))
        sliding = where(self.free, 0, self.mu * self.cgeo * self.fn)
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, sliding)
        yield self.loss_power == self.tau * self.w_relfric
        yield self.resists("mu_pos", self.mu, self.mu_pos(0.0))
