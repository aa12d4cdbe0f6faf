"""Bases of friction elements whose law stands in Modelica text.

There the law says what happens in each mode, by `sa`, `locked` and ``pre(mode)``. So the modes are
equations of truth values here as well [1]_, decided by iterating at each event, in place of the
contacts of this package.

References
----------
.. [1] M. Otter, H. Elmqvist, S. E. Mattsson, "Hybrid modeling in Modelica based on the synchronous
   data flow principle", CACSD'99, 1999.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from drivetrain.modeling import (
    Component,
    Expr,
    boolean,
    fixed,
    initial,
    integer,
    parameter,
    pre,
    variable,
    where,
)

__all__ = ["RotationalFriction", "TranslationalFriction"]

_MODES = {-1: "backward", 0: "stuck", 1: "forward", 2: "free", 3: "unknown"}


class _Modes(Component):
    """Modes of dry friction between two surfaces, and what decides them."""

    is_partial: ClassVar[bool] = True

    unknown = parameter(3, kind="integer", final=True, doc="Value of mode that is not known")
    free_of_force = parameter(2, kind="integer", final=True, doc="Mode: not active")
    forward = parameter(1, kind="integer", final=True, doc="Mode: slides forward")
    stuck = parameter(0, kind="integer", final=True, doc="Mode: at rest, or begins to slide")
    backward = parameter(-1, kind="integer", final=True, doc="Mode: slides backward")
    free = boolean(doc="True while the surfaces do not touch")
    sa = variable(doc="Parameter of the friction curve: load if stuck, else acceleration")
    start_forward = boolean(start=fixed(False), doc="True while it begins to slide forward")
    start_backward = boolean(start=fixed(False), doc="True while it begins to slide backward")
    locked = boolean(doc="True while the surfaces are at rest relative to each other")
    mode = integer(start=fixed(3), labels=_MODES, doc="State of the friction element")

    def modes(
        self, speed: Expr, small: Expr, acceleration: Expr, begins: Expr, most: Expr
    ) -> Iterable[Any]:
        """Yield the equations of the modes.

        Parameters
        ----------
        speed, small : Expr
            Relative speed, and how much of it against the direction of sliding counts as a jump.
        acceleration : Expr
            Relative acceleration, without a unit.
        begins, most : Expr
            Load at which sliding begins, and the largest one at rest, without a unit.
        """
        before, still = pre(self.mode), speed - speed
        was_forward, was_backward = before == self.forward, before == self.backward
        was_stuck, was_free = before == self.stuck, before == self.free_of_force
        # While it slides, `sa` says nothing about rest: looked at only then, the search for modes
        # begins with a lock, and ends there if it holds.
        held = where(was_stuck, self.sa, 0)
        yield self.start_forward == (
            (was_stuck & ((held > most) | (pre(self.start_forward) & (held > begins))))
            | (was_backward & (speed > small))
            | (initial() & (speed > still))
        )
        yield self.start_backward == (
            (was_stuck & ((held < -most) | (pre(self.start_backward) & (held < -begins))))
            | (was_forward & (speed < -small))
            | (initial() & (speed < still))
        )
        slides = was_forward | self.start_forward | was_backward | self.start_backward
        yield self.locked == (~self.free & ~slides)
        shifted = where(
            self.start_forward,
            self.sa - most,
            where(self.start_backward | ~was_forward, self.sa + most, self.sa - most),
        )
        yield acceleration == where(self.locked, 0, where(self.free, self.sa, shifted))
        goes_forward = (was_forward | was_free | self.start_forward) & (speed > still)
        goes_backward = (was_backward | was_free | self.start_backward) & (speed < still)
        moves = where(goes_forward, self.forward, where(goes_backward, self.backward, self.stuck))
        yield self.mode == where(self.free, self.free_of_force, moves)


class RotationalFriction(_Modes):
    """Base of friction elements of shafts; text says `tau0`, the motion and the torque."""

    w_small = parameter(
        1e10, unit="rad/s", min=0, doc="Speed against the direction of sliding that is a jump"
    )
    unit_angular_acceleration = parameter(
        1.0, unit="rad/s2", final=True, doc="Unit of acceleration"
    )
    unit_torque = parameter(1.0, unit="N.m", final=True, doc="Unit of torque")
    w_relfric = variable("rad/s", doc="Relative angular velocity of the friction surfaces")
    a_relfric = variable("rad/s2", doc="Relative angular acceleration of the friction surfaces")
    tau0 = variable("N.m", doc="Friction torque at zero speed, sliding forward")
    tau0_max = variable("N.m", doc="Largest friction torque at rest")

    def equations(self) -> Iterable[Any]:
        """Yield the equations of the modes."""
        yield from self.modes(
            self.w_relfric,
            self.w_small,
            self.a_relfric / self.unit_angular_acceleration,
            self.tau0 / self.unit_torque,
            self.tau0_max / self.unit_torque,
        )


class TranslationalFriction(_Modes):
    """Base of friction elements of masses; text says `f0`, the motion and the force."""

    v_small = parameter(
        1e-3, unit="m/s", min=0, doc="Speed against the direction of sliding that is a jump"
    )
    unit_acceleration = parameter(1.0, unit="m/s2", final=True, doc="Unit of acceleration")
    unit_force = parameter(1.0, unit="N", final=True, doc="Unit of force")
    v_relfric = variable("m/s", doc="Relative speed of the friction surfaces")
    a_relfric = variable("m/s2", doc="Relative acceleration of the friction surfaces")
    f0 = variable("N", doc="Friction force at zero speed, sliding forward")
    f0_max = variable("N", doc="Largest friction force at rest")

    def equations(self) -> Iterable[Any]:
        """Yield the equations of the modes."""
        yield from self.modes(
            self.v_relfric,
            self.v_small,
            self.a_relfric / self.unit_acceleration,
            self.f0 / self.unit_force,
            self.f0_max / self.unit_force,
        )
