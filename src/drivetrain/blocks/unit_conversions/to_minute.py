"""s to min."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToMinute"]


class ToMinute(Conversion):
    """Time from s to minutes."""

    factor = 1 / 60
    u = RealInput("s", doc="Time, s")
    y = RealOutput(doc="Time, min")
