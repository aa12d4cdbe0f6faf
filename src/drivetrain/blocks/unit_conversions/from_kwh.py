"""kWh to J."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromKWh"]


class FromKWh(Conversion):
    """Energy from kWh to J."""

    factor = 3.6e6
    u = RealInput(doc="Energy, kWh")
    y = RealOutput("J", doc="Energy, J")
