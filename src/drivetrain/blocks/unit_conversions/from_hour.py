"""h to s."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromHour"]


class FromHour(Conversion):
    """Time from hours to s."""

    factor = 3600
    u = RealInput(doc="Time, h")
    y = RealOutput("s", doc="Time, s")
