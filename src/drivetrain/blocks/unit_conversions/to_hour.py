"""s to h."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToHour"]


class ToHour(Conversion):
    """Time from s to hours."""

    factor = 1 / 3600
    u = RealInput("s", doc="Time, s")
    y = RealOutput(doc="Time, h")
