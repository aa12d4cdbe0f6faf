"""Voltage given by a signal."""

from __future__ import annotations

from drivetrain.electrical.interfaces import SourceOnePort
from drivetrain.modeling import RealInput

__all__ = ["SignalVoltage"]


class SignalVoltage(SourceOnePort):
    """Source of a voltage given by a signal."""

    v = RealInput("V", doc="Voltage: p.v - n.v")
