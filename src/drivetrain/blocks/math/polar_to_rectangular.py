"""Point by its length and angle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.modeling import Component, RealInput, RealOutput, cos, sin

__all__ = ["PolarToRectangular"]


class PolarToRectangular(Component):
    """Point of the plane by its length and angle."""

    u_abs = RealInput(doc="Length")
    u_arg = RealInput("rad", doc="Angle")
    y_re = RealOutput(doc="Real part")
    y_im = RealOutput(doc="Imaginary part")

    def equations(self) -> Iterable[Any]:
        yield self.y_re == self.u_abs * cos(self.u_arg)
        yield self.y_im == self.u_abs * sin(self.u_arg)
