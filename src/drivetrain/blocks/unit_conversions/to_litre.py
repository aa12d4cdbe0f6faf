"""m3 to l."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["ToLitre"]


class ToLitre(Conversion):
    """Volume from m3 to litres."""

    factor = 1e3
    u = RealInput("m3", doc="Volume, m3")
    y = RealOutput(doc="Volume, l")
