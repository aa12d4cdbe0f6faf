"""Freewheel: what clutches that lock in one direction have in common in both editions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import (
    Component,
    Expr,
    boolean,
    constant,
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

    An heir defines the relative motion `w_rel` and `a_rel`, the threshold `tau0_max`, the speed
    `w_small` that counts as a jump, and the condition `stuck`.
    """

    law = parameter(
        "acceleration",
        structural=True,
        choices=("acceleration", "velocity"),
        doc="What the friction curve is drawn over; velocity where there is no inertia at one side",
    )
    sa = variable(doc="Parameter of the friction curve: torque if locked, else acceleration")
    start_forward = boolean(doc="True while forward sliding starts")
    locked = boolean(doc="True while the flanges turn together")
    w_rel: Any
    a_rel: Any
    w_small: Any
    tau0_max: Any
    stuck: Any

    def on_acceleration(self) -> Iterable[Any]:
        """Yield the friction curve over the acceleration, between inertias.

        It is shifted by the same threshold that has to be exceeded: so a clutch at its limit goes
        on pushing where another lock holds the motion, and neither slides nor locks again.
        """
        w, torque = self.w_rel, self.sa * UNIT_TORQUE
        yield self.start_forward == (
            pre(self.stuck)
            & (
                (torque > self.tau0_max)
                | (pre(self.start_forward) & (torque >= self.tau0_max))
                | (w > self.w_small)
            )
            | initial() & (w > 0)
        )
        yield self.locked == pre(self.stuck) & ~self.start_forward
        unit = UNIT_ACCELERATION * UNIT_TORQUE / self.counts_as()
        acceleration = unit * (self.sa - self.tau0_max / UNIT_TORQUE)
        yield self.a_rel == where(self.locked, 0, acceleration)
        yield self.stuck == (self.locked | (w <= 0))
        yield hold(w, while_=self.locked, massless={"law": "velocity"})

    def on_velocity(self) -> Iterable[Any]:
        """Yield the friction curve over the speed, where there is no inertia at one side."""
        unit_speed = UNIT_ACCELERATION * constant(1.0, "s")
        speed = unit_speed * (self.sa - self.tau0_max / UNIT_TORQUE)
        yield self.start_forward == (self.sa * UNIT_TORQUE > self.tau0_max)
        yield self.locked == ~self.start_forward
        yield self.w_rel == where(self.locked, 0, speed)
        yield self.stuck == self.locked

    def counts_as(self) -> Expr:
        """Return the torque that 1 rad/s² counts as in `sa`, N·m."""
        return UNIT_TORQUE

    def starts_forward(self) -> Any:
        """Return the assertion that the start is one which the freewheel allows."""
        # Up to rounding: a start at rest may follow from the speeds of other shafts.
        overruns = no_event(self.w_rel >= -1e-9 * constant(1.0, "rad/s"))
        return ensure(
            ~initial() | overruns,
            "flange_b is slower than flange_a at the start, which the freewheel does not allow",
        )
