"""Base class of clutches that lock in one direction, for both editions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.mechanics.friction import weight_of
from drivetrain.modeling import (
    UNLIMITED,
    Component,
    boolean,
    constant,
    contact,
    der,
    ensure,
    initial,
    no_event,
    parameter,
    variable,
    where,
)
from drivetrain.rotational.interfaces.friction import UNIT_ACCELERATION, UNIT_TORQUE

__all__ = ["Freewheel"]


class Freewheel(Component):
    """Base of clutches that lock in one direction.

    A subclass defines the relative motion `w_rel` and `a_rel`, the torque `tau` (``grip``, in N·m,
    while `locked`), the threshold `tau0_max`, the speed `w_small` that counts as a jump, and the
    condition `stuck`.
    """

    symbol = "freewheel"

    law = parameter(
        "acceleration",
        structural=True,
        choices=("acceleration", "velocity"),
        doc="Abscissa of the friction curve; velocity without inertia on one side",
    )
    grip = variable(least_change=True, doc="Holding torque while locked, else sliding torque")
    sa = variable(doc="Parameter of the friction curve: torque if locked, else acceleration")
    start_forward = boolean(doc="True while it slides forward")
    locked = boolean(doc="True while the flanges turn together")
    flange_a: Any
    w_rel: Any
    a_rel: Any
    w_small: Any
    tau: Any
    tau0: Any
    tau0_max: Any
    stuck: Any

    def locking(self) -> Iterable[Any]:
        """Yield the force law: unlimited in one direction, slipping in the other."""
        slip, unit = self.w_rel / (UNIT_ACCELERATION * constant(1.0, "s")), UNIT_TORQUE
        acceleration = self.a_rel / UNIT_ACCELERATION
        yield contact(
            slip,
            acceleration=acceleration,
            load=self.grip,
            at_rest=(-UNLIMITED, self.tau0_max / unit),
            sliding=(-UNLIMITED, self.tau0 / unit),
            law=self.tau / unit,
            small=self.w_small / (UNIT_ACCELERATION * constant(1.0, "s")),
            locked=self.locked,
            forward=self.start_forward,
            level=self.law,
            stops="backward",
            massless={"law": "velocity"},
        )
        weight = weight_of(self.tau0_max, unit) / unit
        motion = acceleration * weight if self.law == "acceleration" else slip
        yield self.sa == where(self.locked, self.grip, motion + self.tau0_max / unit)
        yield self.stuck == self.locked

    def starts_forward(self) -> Any:
        """Return the assertion that the freewheel permits the start."""
        # Up to rounding: a start at rest may follow from the speeds of other shafts.
        size = constant(1.0, "rad/s") + abs(der(self.flange_a.phi))
        overruns = no_event(self.w_rel >= -1e-9 * size)
        return ensure(
            ~initial() | overruns,
            "flange_b is slower than flange_a at the start, which the freewheel does not allow",
        )
