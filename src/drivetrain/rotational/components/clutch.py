"""Clutch with dry friction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    RealInput,
    computed,
    parameter,
    table,
    variable,
    where,
)
from drivetrain.rotational.interfaces import CompliantWithRelativeStates, Friction
from drivetrain.rotational.interfaces.friction import (
    SMOOTHNESS,
    UNIT_TORQUE,
    priority_of_speed,
)
from drivetrain.thermal.interfaces import ConditionalHeatPort

__all__ = ["Clutch"]


class Clutch(CompliantWithRelativeStates, Friction, ConditionalHeatPort):
    """Dry friction between two shafts under a controlled normal force.

    The friction torque is ``mu(w_rel) * cgeo * fn``. For `N` friction surfaces between the radii
    `r_i` and `r_o` that wear uniformly, ``cgeo = N * (r_o + r_i) / 2``. A positive relative speed
    (flange_b faster) gives a positive torque, which brakes flange_b and drives flange_a.
    """

    symbol = "clutch"

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
        doc="Friction coefficient over positive relative speed",
    )
    peak = parameter(1.0, min=1, doc="Largest torque at rest over sliding torque at zero speed")
    cgeo = parameter(1.0, unit="m", min=0, doc="Geometry: friction torque over friction force")
    fn_max = parameter(unit="N", min=0, doc="Normal force at f_normalized = 1")
    f_normalized = RealInput(doc="Normal force over fn_max, 0 … 1; the clutch is free up to 0")
    # No start value: an open clutch does not relate the speeds on its two sides.
    w_rel = variable(
        "rad/s",
        state_select=computed(
            priority_of_speed,
            Friction.law,
            CompliantWithRelativeStates.state_select,
        ),
        doc="Relative speed: der(phi_rel)",
    )
    fn = variable("N", doc="Normal force")
    mu = variable(doc="Sliding friction coefficient, with the sign of the motion")

    def equations(self) -> Iterable[Any]:
        w = self.w_rel
        yield self.fn == self.fn_max * self.f_normalized
        yield self.free == (self.fn <= 0)
        yield self.tau0 == self.mu_pos(0.0) * self.cgeo * self.fn
        yield self.tau0_max == self.peak * self.tau0
        yield self.w_relfric == w
        yield self.a_relfric == self.a_rel
        yield self.mu == where(self.goes_forward(), self.mu_pos(w), -self.mu_pos(-w))
        sliding = where(self.free, 0, self.mu * self.cgeo * self.fn)
        yield self.tau == where(self.locked, self.grip * UNIT_TORQUE, sliding)
        yield self.loss_power == self.tau * self.w_relfric
        yield self.resists("mu_pos", self.mu, self.mu_pos(0.0))
