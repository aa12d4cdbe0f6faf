"""Constant Boolean signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSource
from drivetrain.modeling import parameter

__all__ = ["BooleanConstant"]


class BooleanConstant(BooleanSource):
    """Constant Boolean signal."""

    k = parameter(True, doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.k
