"""Pa to bar."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToBar"]


class ToBar(Conversion):
    """Pressure from Pa to bar."""

    factor = 1e-5
    u = RealInput("Pa", doc="Pressure, Pa")
    y = RealOutput(doc="Pressure, bar")
