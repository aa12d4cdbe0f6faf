"""kg/s to g/s."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToGps"]


class ToGps(Conversion):
    """Mass flow from kg/s to g/s."""

    factor = 1e3
    u = RealInput("kg/s", doc="Mass flow, kg/s")
    y = RealOutput(doc="Mass flow, g/s")
