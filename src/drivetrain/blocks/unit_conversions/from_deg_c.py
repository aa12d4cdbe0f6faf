"""°C to K."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromDegC"]


class FromDegC(Conversion):
    """Temperature from °C to K."""

    shift = 273.15
    u = RealInput(doc="Temperature, °C")
    y = RealOutput("K", doc="Temperature, K")
