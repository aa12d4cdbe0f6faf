"""Inverse sine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import asin

__all__ = ["Asin"]


class Asin(Siso):
    """Inverse sine of the input, rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == asin(self.u)
