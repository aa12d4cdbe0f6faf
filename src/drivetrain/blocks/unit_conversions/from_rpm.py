"""Revolutions per minute to rad/s."""

from __future__ import annotations

import math

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromRpm"]


class FromRpm(Conversion):
    """Angular velocity from revolutions per minute to rad/s."""

    factor = math.pi / 30
    u = RealInput(doc="Angular velocity, 1/min")
    y = RealOutput("rad/s", doc="Angular velocity, rad/s")
