"""Motion given by three signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.modeling import RealInput, constant, motion
from drivetrain.translational.interfaces import TranslationalSource

__all__ = ["Move"]

_POSITION: Final = constant(1.0, "m")
_SPEED: Final = constant(1.0, "m/s")
_ACCELERATION: Final = constant(1.0, "m/s2")


class Move(TranslationalSource):
    """Motion of the flange given by signals, regardless of the force required.

    Speed and acceleration are not computed from the position: where the model needs them, they are
    the second and third signal, which the user has to keep consistent.
    """

    symbol = "travel"

    u = RealInput(
        size=3, doc="Position (m), speed (m/s), acceleration (m/s²) relative to the support"
    )

    def equations(self) -> Iterable[Any]:
        position, speed, acceleration = self.u
        yield self.s == motion(position * _POSITION, speed * _SPEED, acceleration * _ACCELERATION)
