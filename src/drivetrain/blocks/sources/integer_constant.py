"""Constant integer signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import IntegerSource
from drivetrain.modeling import parameter

__all__ = ["IntegerConstant"]


class IntegerConstant(IntegerSource):
    """Constant integer signal."""

    k = parameter(kind="integer", doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.k
