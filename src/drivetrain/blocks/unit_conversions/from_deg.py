"""Degrees to rad."""

from __future__ import annotations

import math

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromDeg"]


class FromDeg(Conversion):
    """Angle from degrees to rad."""

    factor = math.pi / 180
    u = RealInput(doc="Angle, degrees")
    y = RealOutput("rad", doc="Angle, rad")
