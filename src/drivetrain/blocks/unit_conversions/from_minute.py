"""min to s."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromMinute"]


class FromMinute(Conversion):
    """Time from minutes to s."""

    factor = 60
    u = RealInput(doc="Time, min")
    y = RealOutput("s", doc="Time, s")
