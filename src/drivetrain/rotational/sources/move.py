"""Motion given by three signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import RealInput, constant, motion
from drivetrain.rotational.interfaces import PartialTorque

__all__ = ["Move"]

_SPEED: Final = constant(1.0, "rad/s")
_ACCELERATION: Final = constant(1.0, "rad/s2")


class Move(PartialTorque):
    """Motion of the flange given by signals, regardless of the torque required.

    Speed and acceleration are not computed from the angle: where the model needs them, they are the
    second and third signal, which the user has to keep consistent.
    """

    symbol = "motion"

    u = RealInput(
        size=3, doc="Angle (rad), speed (rad/s), acceleration (rad/s²) relative to the support"
    )

    def equations(self) -> Iterable[Any]:
        angle, speed, acceleration = self.u
        yield self.phi == motion(angle, speed * _SPEED, acceleration * _ACCELERATION)
