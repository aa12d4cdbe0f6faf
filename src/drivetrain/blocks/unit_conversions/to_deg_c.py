"""K to °C."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToDegC"]


class ToDegC(Conversion):
    """Temperature from K to °C."""

    shift = -273.15
    u = RealInput("K", doc="Temperature, K")
    y = RealOutput(doc="Temperature, °C")
