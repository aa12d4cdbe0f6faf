"""rad/s to revolutions per minute."""

from __future__ import annotations

import math

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToRpm"]


class ToRpm(Conversion):
    """Angular velocity from rad/s to revolutions per minute."""

    factor = 30 / math.pi
    u = RealInput("rad/s", doc="Angular velocity, rad/s")
    y = RealOutput(doc="Angular velocity, 1/min")
