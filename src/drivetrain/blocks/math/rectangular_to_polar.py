"""Length and angle of a point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, atan2, sqrt

__all__ = ["RectangularToPolar"]


class RectangularToPolar(Component):
    """Length and angle of a point of the plane."""

    u_re = RealInput(doc="Real part")
    u_im = RealInput(doc="Imaginary part")
    y_abs = RealOutput(doc="Length")
    y_arg = RealOutput("rad", doc="Angle")

    def equations(self) -> Iterable[Any]:
        yield self.y_abs == sqrt(self.u_re**2 + self.u_im**2)
        yield self.y_arg == atan2(self.u_im, self.u_re)
