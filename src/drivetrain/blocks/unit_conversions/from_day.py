"""d to s."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromDay"]


class FromDay(Conversion):
    """Time from days to s."""

    factor = 86400
    u = RealInput(doc="Time, d")
    y = RealOutput("s", doc="Time, s")
