"""rad to degrees."""

from __future__ import annotations

import math

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToDeg"]


class ToDeg(Conversion):
    """Angle from rad to degrees."""

    factor = 180 / math.pi
    u = RealInput("rad", doc="Angle, rad")
    y = RealOutput(doc="Angle, degrees")
