"""Clutch with a freewheel."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from drivetrain.edition2002.interfaces import CompliantWithSpeed, FrictionPlates
from drivetrain.modeling import (
    Expr,
    boolean,
    constant,
    der,
    ensure,
    fixed,
    hold,
    initial,
    maximum,
    no_event,
    parameter,
    pre,
    variable,
    where,
)
from drivetrain.rotational.interfaces.friction import UNIT_ACCELERATION, UNIT_TORQUE

__all__ = ["OneWayClutch"]

EPS0: Final = constant(1e-4)


class OneWayClutch(CompliantWithSpeed, FrictionPlates):
    """Clutch and freewheel in parallel: flange_b can be faster than flange_a, never slower.

    The equations are those of today. Only the speed that counts as a jump is 1 rad/s here, and
    `stuck` starts with False for certain.
    """

    law = parameter(
        "acceleration",
        structural=True,
        choices=("acceleration", "velocity"),
        doc="What the friction curve is drawn over; velocity where there is no inertia at one side",
    )
    w_small = parameter(
        1.0,
        unit="rad/s",
        min=sys.float_info.epsilon,
        doc="Relative speed of a stuck clutch that counts as a jump",
    )
    peak2 = parameter(maximum(FrictionPlates.peak, 1 + EPS0), final=True, doc="Peak that is used")
    tau0_max_low = parameter(
        EPS0 * FrictionPlates.mue0 * FrictionPlates.cgeo * FrictionPlates.fn_max,
        unit="N.m",
        final=True,
        doc="Threshold of the released clutch",
    )
    a_rel = variable("rad/s2", doc="Relative acceleration: der(w_rel)")
    tau0 = variable("N.m", doc="Sliding friction torque at zero speed")
    tau0_max = variable("N.m", doc="Largest forward friction torque at rest")
    free = boolean(doc="True while the clutch is released")
    sa = variable(doc="Parameter of the friction curve: torque if locked, else acceleration")
    start_forward = boolean(doc="True while forward sliding starts")
    locked = boolean(doc="True while the flanges turn together")
    stuck = boolean(start=fixed(False), doc="True while locked or about to slide, not yet forward")

    def equations(self) -> Iterable[Any]:
        w = self.w_rel
        yield self.a_rel == der(self.w_rel)
        yield self.free == (self.in_port <= 0)
        yield self.fn == where(self.free, 0, self.fn_max * self.in_port)
        yield self.tau0 == self.mue0 * self.cgeo * self.fn
        yield self.tau0_max == where(self.free, self.tau0_max_low, self.peak2 * self.tau0)
        yield from self._on_velocity() if self.law == "velocity" else self._on_acceleration()
        yield self.mue == self.mue_pos(w)
        sliding = where(self.free, 0, self.mue * self.cgeo * self.fn)
        yield self.tau == where(self.locked, self.sa * UNIT_TORQUE, sliding)
        # Up to rounding: a start at rest may follow from the speeds of other shafts.
        overruns = no_event(w >= -1e-9 * constant(1.0, "rad/s"))
        yield ensure(
            ~initial() | overruns,
            "flange_b is slower than flange_a at the start, which the freewheel does not allow",
        )

    def _on_acceleration(self) -> Iterable[Any]:
        w, torque = self.w_rel, self.sa * UNIT_TORQUE
        yield self.start_forward == (
            pre(self.stuck)
            & (
                (torque > self.tau0_max)
                | (pre(self.start_forward) & (torque > self.tau0))
                | (w > self.w_small)
            )
            | initial() & (w > 0)
        )
        yield self.locked == pre(self.stuck) & ~self.start_forward
        acceleration = UNIT_ACCELERATION * (self.sa - self.tau0 / UNIT_TORQUE)
        yield self.a_rel == where(self.locked, 0, acceleration)
        yield self.stuck == (self.locked | (w <= 0))
        yield hold(w, while_=self.locked, massless={"law": "velocity"})

    def _on_velocity(self) -> Iterable[Any]:
        unit_speed = UNIT_ACCELERATION * constant(1.0, "s")
        speed = unit_speed * (self.sa - self.tau0_max / UNIT_TORQUE)
        yield self.start_forward == (self.sa * UNIT_TORQUE > self.tau0_max)
        yield self.locked == ~self.start_forward
        yield self.w_rel == where(self.locked, 0, speed)
        yield self.stuck == self.locked

    def dissipated_power(self) -> Expr:
        """Return the power that turns into heat, W."""
        return where(self.stuck, 0, self.tau * self.w_rel)
