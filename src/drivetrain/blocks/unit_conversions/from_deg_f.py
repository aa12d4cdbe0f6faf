"""°F to K."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromDegF"]


class FromDegF(Conversion):
    """Temperature from °F to K."""

    factor, shift = 1 / 1.8, 273.15 - 32 / 1.8
    u = RealInput(doc="Temperature, °F")
    y = RealOutput("K", doc="Temperature, K")
