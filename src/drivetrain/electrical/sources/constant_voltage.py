"""Constant voltage."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import SourceOnePort
from drivetrain.modeling import parameter

__all__ = ["ConstantVoltage"]


class ConstantVoltage(SourceOnePort):
    """Source of a constant voltage."""

    V = parameter(unit="V", doc="Voltage")

    def equations(self) -> Iterable[Any]:
        yield self.v == self.V
