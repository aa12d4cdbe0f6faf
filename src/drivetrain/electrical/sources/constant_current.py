"""Constant current."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.electrical.interfaces import SourceOnePort
from drivetrain.modeling import parameter

__all__ = ["ConstantCurrent"]


class ConstantCurrent(SourceOnePort):
    """Source of a constant current."""

    I = parameter(unit="A", doc="Current")

    def equations(self) -> Iterable[Any]:
        yield self.i == self.I
