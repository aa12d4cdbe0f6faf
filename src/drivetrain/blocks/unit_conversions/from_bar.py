"""bar to Pa."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromBar"]


class FromBar(Conversion):
    """Pressure from bar to Pa."""

    factor = 1e5
    u = RealInput(doc="Pressure, bar")
    y = RealOutput("Pa", doc="Pressure, Pa")
