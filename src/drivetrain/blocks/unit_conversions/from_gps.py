"""g/s to kg/s."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromGps"]


class FromGps(Conversion):
    """Mass flow from g/s to kg/s."""

    factor = 1e-3
    u = RealInput(doc="Mass flow, g/s")
    y = RealOutput("kg/s", doc="Mass flow, kg/s")
