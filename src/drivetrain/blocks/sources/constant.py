"""Constant signal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Source
from drivetrain.modeling import parameter

__all__ = ["Constant"]


class Constant(Source):
    """Constant signal."""

    k = parameter(doc="Output")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.k
