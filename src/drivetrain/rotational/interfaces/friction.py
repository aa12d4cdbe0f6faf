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
    weight_of,
)
from drivetrain.modeling import Expr, constant, parameter, variable

__all__ = [
    "BACKWARD",
    "FORWARD",
    "FREE",
    "MODES",
    "NEVER",
    "SMOOTHNESS",
    "STUCK",
    "UNIT_ACCELERATION",
    "UNIT_TORQUE",
    "UNKNOWN",
    "Friction",
    "never_drives",
    "priority_of_speed",
]

UNIT_TORQUE: Final = constant(1.0, "N.m")
UNIT_ACCELERATION: Final = constant(1.0, "rad/s2")


def priority_of_speed(law: str, wanted: str) -> str:
    """Return the priority of the relative speed as a state; without inertia it is not one.

    Parameters
    ----------
    law : str
        Abscissa of the friction curve.
    wanted : str
        Priority as a state otherwise.
    """
    return "avoid" if law == "velocity" and wanted == "prefer" else wanted


class Friction(StickSlip):
    """Base of elements with dry friction between two surfaces that turn.

    A subclass defines the motion `w_relfric`, `a_relfric`, the torques `tau0`, `tau0_max`, the
    condition `free`, and its friction torque `tau`: ``grip`` (in N·m) while `locked`, zero while
    `free`, the sliding law otherwise.
    """

    w_small = parameter(
        1e10,
        unit="rad/s",
        min=0,
        doc="Speed near zero; use a small value only if speeds jump by reinitialisation",
    )
    w_relfric = variable("rad/s", doc="Relative speed of the friction surfaces")
    a_relfric = variable("rad/s2", doc="Relative acceleration of the friction surfaces")
    tau0 = variable("N.m", doc="Sliding friction torque at zero speed, forward")
    tau0_max = variable("N.m", doc="Largest friction torque at rest")
    tau = variable("N.m", doc="Friction torque, positive against positive speed")

    def surfaces(self) -> Surfaces:
        """Return the friction surfaces."""
        return Surfaces(
            speed=self.w_relfric,
            acceleration=self.a_relfric,
            load=self.tau,
            load_max=self.tau0_max,
            load_zero=self.tau0,
            offset=self.offset(),
            small=self.w_small,
            weight=self.weight(),
            unit_load=UNIT_TORQUE,
            unit_acceleration=UNIT_ACCELERATION,
        )

    def offset(self) -> Expr:
        """Return the excess of `sa` over the acceleration while the surfaces slide forward, N·m."""
        return self.tau0_max

    def weight(self) -> Expr:
        """Return the torque that corresponds to 1 rad/s² in `sa`, N·m."""
        return weight_of(self.tau0_max, UNIT_TORQUE)
