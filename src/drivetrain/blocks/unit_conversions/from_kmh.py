"""km/h to m/s."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromKmh"]


class FromKmh(Conversion):
    """Velocity from km/h to m/s."""

    factor = 1 / 3.6
    u = RealInput(doc="Velocity, km/h")
    y = RealOutput("m/s", doc="Velocity, m/s")
