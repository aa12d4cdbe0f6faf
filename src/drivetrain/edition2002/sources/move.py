"""Motion given by signals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from drivetrain.edition2002.interfaces import Source
from drivetrain.modeling import RealInput, constant, motion, variable

__all__ = ["Move"]

RAD: Final = constant(1.0, "rad")
RAD_PER_S: Final = constant(1.0, "rad/s")
RAD_PER_S2: Final = constant(1.0, "rad/s2")


class Move(Source):
    """Motion of the flange given by signals, regardless of the torque required.

    The elements of `in_port` are angle (rad), speed (rad/s) and acceleration (rad/s²). Speed and
    acceleration are used unchanged wherever the angle would have to be differentiated, and need not
    be consistent with it.
    """

    symbol = "motion"

    in_port: Any = RealInput(size=3, doc="Reference angle, speed and acceleration of the flange")
    phi = variable("rad", doc="Absolute angle of the flange")

    def equations(self) -> Iterable[Any]:
        angle, speed, acceleration = self.in_port
        yield self.phi == self.flange_b.phi
        yield self.phi == motion(angle * RAD, speed * RAD_PER_S, acceleration * RAD_PER_S2)
