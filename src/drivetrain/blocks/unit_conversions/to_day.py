"""s to d."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToDay"]


class ToDay(Conversion):
    """Time from s to days."""

    factor = 1 / 86400
    u = RealInput("s", doc="Time, s")
    y = RealOutput(doc="Time, d")
