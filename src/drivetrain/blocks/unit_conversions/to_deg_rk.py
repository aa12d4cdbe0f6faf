"""K to °Rk."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToDegRk"]


class ToDegRk(Conversion):
    """Temperature from K to degrees Rankine."""

    factor = 1.8
    u = RealInput("K", doc="Temperature, K")
    y = RealOutput(doc="Temperature, °Rk")
