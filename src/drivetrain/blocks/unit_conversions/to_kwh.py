"""J to kWh."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToKWh"]


class ToKWh(Conversion):
    """Energy from J to kWh."""

    factor = 1 / 3.6e6
    u = RealInput("J", doc="Energy, J")
    y = RealOutput(doc="Energy, kWh")
