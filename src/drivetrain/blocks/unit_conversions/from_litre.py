"""l to m3."""

from __future__ import annotations

from drivetrain.blocks.unit_conversions.interfaces import Conversion
from drivetrain.modeling import RealInput, RealOutput

__all__ = ["FromLitre"]


class FromLitre(Conversion):
    """Volume from litres to m3."""

    factor = 1e-3
    u = RealInput(doc="Volume, l")
    y = RealOutput("m3", doc="Volume, m3")
