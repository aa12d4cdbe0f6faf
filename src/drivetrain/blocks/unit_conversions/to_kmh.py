"""m/s to km/h."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToKmh"]


class ToKmh(Conversion):
    """Velocity from m/s to km/h."""

    factor = 3.6
    u = RealInput("m/s", doc="Velocity, m/s")
    y = RealOutput(doc="Velocity, km/h")
