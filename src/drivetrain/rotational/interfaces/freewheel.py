"""Freewheel: what clutches that lock in one direction have in common in both editions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.friction import weight_of
from drivetrain.modeling import (
    Component,
    boolean,
    constant,
    der,
    ensure,
    hold,
    initial,
    no_event,
    parameter,
    pre,
    variable,
    where,
)
from drivetrain.rotational.interfaces.friction import UNIT_ACCELERATION, UNIT_TORQUE

__all__ = ["Freewheel"]


class Freewheel(Component):
    """Base of clutches that lock in one direction.

    An heir defines the relative motion `w_rel` and `a_rel`, the torque `tau` (``grip``, in N·m,
    while `locked`), the threshold `tau0_max`, the speed `w_small` that counts as a jump, and the
    condition `stuck`.
    """

    law = parameter(
        "acceleration",
        structural=True,
        choices=("acceleration", "velocity"),
        doc="What the friction curve is drawn over; velocity where there is no inertia at one side",
    )
    grip = variable(least_change=True, doc="Torque that holds while locked, else that of sliding")
    sa = variable(doc="Parameter of the friction curve: torque if locked, else acceleration")
    start_forward = boolean(doc="True while forward sliding starts")
    locked = boolean(doc="True while the flanges turn together")
    flange_a: Any
    w_rel: Any
    a_rel: Any
    w_small: Any
    tau: Any
    tau0_max: Any
    stuck: Any

    def on_acceleration(self) -> Iterable[Any]:
        """Yield the friction curve over the acceleration, between inertias.

        It is shifted by the same threshold that has to be exceeded: so a clutch at its limit goes
        on pushing where another lock holds the motion, and neither slides nor locks again.
        """
        w, torque = self.w_rel, self.sa * UNIT_TORQUE
        # In a start at rest nothing is known of before, and nothing slides yet.
        was_stuck = pre(self.stuck) | initial() & ~(w > 0)
        yield self.start_forward == (
            was_stuck
            & (
                where(pre(self.start_forward), torque >= self.tau0_max, torque > self.tau0_max)
                | (w > self.w_small)
            )
            | initial() & (w > 0)
        )
        yield self.locked == was_stuck & ~self.start_forward
        pace = self.a_rel / UNIT_ACCELERATION
        yield where(self.locked, pace, self.grip - self.tau / UNIT_TORQUE) == 0
        sliding = pace * weight_of(self.tau0_max, UNIT_TORQUE) + self.tau0_max
        yield self.sa == where(self.locked, self.grip, sliding / UNIT_TORQUE)
        yield self.stuck == (self.locked | (w <= 0))
        yield hold(
            w,
            while_=self.locked,
            massless={"law": "velocity"},
            stops="backward",
            load=self.grip,
            slides=(self.stuck, True, False),
        )

    def on_velocity(self) -> Iterable[Any]:
        """Yield the friction curve over the speed, where there is no inertia at one side."""
        unit_speed = UNIT_ACCELERATION * constant(1.0, "s")
        speed = unit_speed * (self.grip - self.tau0_max / UNIT_TORQUE)
        yield self.sa == self.grip
        yield self.start_forward == (self.grip * UNIT_TORQUE > self.tau0_max)
        yield self.locked == ~self.start_forward
        yield self.w_rel == where(self.locked, 0, speed)
        yield self.stuck == self.locked

    def starts_forward(self) -> Any:
        """Return the assertion that the start is one which the freewheel allows."""
        # Up to rounding: a start at rest may follow from the speeds of other shafts.
        size = constant(1.0, "rad/s") + abs(der(self.flange_a.phi))
        overruns = no_event(self.w_rel >= -1e-9 * size)
        return ensure(
            ~initial() | overruns,
            "flange_b is slower than flange_a at the start, which the freewheel does not allow",
        )
