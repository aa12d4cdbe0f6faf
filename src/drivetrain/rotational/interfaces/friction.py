"""Dry friction of rotation that sticks and slips exactly."""

from __future__ import annotations

from typing import Final

from drivetrain.mechanics.friction import (
    BACKWARD,
    FORWARD,
    FREE,
    MODES,
    NEVER,
    SMOOTHNESS,
    STUCK,
    UNKNOWN,
    StickSlip,
    Surfaces,
    never_drives,
)
from drivetrain.modeling import Expr, constant, parameter, variable

__all__ = [
    "BACKWARD",
    "FORWARD",
    "FREE",
    "MODES",
    "NEVER",
    "PART_OF_LIMIT",
    "SMOOTHNESS",
    "STUCK",
    "UNIT_ACCELERATION",
    "UNIT_TORQUE",
    "UNKNOWN",
    "Friction",
    "never_drives",
]

UNIT_TORQUE: Final = constant(1.0, "N.m")
UNIT_ACCELERATION: Final = constant(1.0, "rad/s2")
PART_OF_LIMIT: Final = constant(2.0**-10)
"""Of its largest torque at rest, what 1 rad/s² counts as in `sa` of a large element.

While it slides, `sa` is the acceleration shifted by that torque. A number that is lost beside
10⁹ N·m would leave the acceleration to rounding, and with it the torque of all inertias.
"""


class Friction(StickSlip):
    """Base of elements with dry friction between two surfaces that turn.

    An heir defines the motion `w_relfric`, `a_relfric`, the torques `tau0`, `tau0_max`, the
    condition `free`, and its friction torque: ``sa`` (in N·m) while `locked`, nothing while
    `free`, the sliding law otherwise.
    """

    w_small = parameter(
        1e10,
        unit="rad/s",
        min=0,
        doc="Speed near zero; a small value is wanted only if speeds jump by reinitialisation",
    )
    w_relfric = variable("rad/s", doc="Relative speed of the friction surfaces")
    a_relfric = variable("rad/s2", doc="Relative acceleration of the friction surfaces")
    tau0 = variable("N.m", doc="Sliding friction torque at zero speed, forward")
    tau0_max = variable("N.m", doc="Largest friction torque at rest")

    def surfaces(self) -> Surfaces:
        """Return the surfaces that rub."""
        return Surfaces(
            speed=self.w_relfric,
            acceleration=self.a_relfric,
            load_max=self.tau0_max,
            offset=self.offset(),
            small=self.w_small,
            unit_load=UNIT_TORQUE,
            unit_acceleration=UNIT_ACCELERATION * UNIT_TORQUE / self.counts_as(),
        )

    def offset(self) -> Expr:
        """Return what `sa` exceeds the acceleration by while the surfaces slide forward, N·m."""
        return self.tau0_max

    def counts_as(self) -> Expr:
        """Return the torque that 1 rad/s² counts as in `sa`, N·m."""
        return UNIT_TORQUE
