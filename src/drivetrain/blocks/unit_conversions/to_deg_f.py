"""K to °F."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToDegF"]


class ToDegF(Conversion):
    """Temperature from K to °F."""

    factor, shift = 1.8, 32 - 273.15 * 1.8
    u = RealInput("K", doc="Temperature, K")
    y = RealOutput(doc="Temperature, °F")
