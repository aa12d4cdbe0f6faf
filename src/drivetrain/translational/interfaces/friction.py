"""Dry friction of translation that sticks and slips exactly."""

from __future__ import annotations

from typing import Final

from drivetrain.mechanics.friction import StickSlip, Surfaces, weight_of
from drivetrain.modeling import Expr, constant, parameter, variable

__all__ = ["UNIT_ACCELERATION", "UNIT_FORCE", "Friction"]

UNIT_FORCE: Final = constant(1.0, "N")
UNIT_ACCELERATION: Final = constant(1.0, "m/s2")


class Friction(StickSlip):
    """Base of elements with dry friction between two surfaces that slide.

    A subclass defines the motion `v_relfric`, `a_relfric`, the forces `f0`, `f0_max`, the condition
    `free`, and its friction force `f`: ``grip`` (in N) while `locked`, zero while `free`, the
    sliding law otherwise. Unlike in rotation, `v_small` is small, so a jump of the speed against
    the direction of sliding takes effect immediately.
    """

    v_small = parameter(
        1e-3, unit="m/s", min=0, doc="Speed against the direction of sliding that counts as a jump"
    )
    v_relfric = variable("m/s", doc="Relative speed of the friction surfaces")
    a_relfric = variable("m/s2", doc="Relative acceleration of the friction surfaces")
    f0 = variable("N", doc="Sliding friction force at zero speed, forward")
    f0_max = variable("N", doc="Largest friction force at rest")
    f = variable("N", doc="Friction force, positive against positive speed")

    def surfaces(self) -> Surfaces:
        """Return the friction surfaces."""
        return Surfaces(
            speed=self.v_relfric,
            acceleration=self.a_relfric,
            load=self.f,
            load_max=self.f0_max,
            load_zero=self.f0,
            offset=self.offset(),
            small=self.v_small,
            weight=weight_of(self.f0_max, UNIT_FORCE),
            unit_load=UNIT_FORCE,
            unit_acceleration=UNIT_ACCELERATION,
        )

    def offset(self) -> Expr:
        """Return the excess of `sa` over the acceleration while the surfaces slide forward, N."""
        return self.f0_max
