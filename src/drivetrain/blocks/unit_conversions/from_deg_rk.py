"""°Rk to K."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromDegRk"]


class FromDegRk(Conversion):
    """Temperature from degrees Rankine to K."""

    factor = 1 / 1.8
    u = RealInput(doc="Temperature, °Rk")
    y = RealOutput("K", doc="Temperature, K")
