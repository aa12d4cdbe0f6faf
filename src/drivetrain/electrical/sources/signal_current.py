"""Current given by a signal."""

from __future__ import annotations

from drivetrain.electrical.interfaces import SourceOnePort
from drivetrain.modeling import RealInput

__all__ = ["SignalCurrent"]


class SignalCurrent(SourceOnePort):
    """Source of a current given by a signal."""

    i = RealInput("A", doc="Current from p to n: p.i")
