"""Sine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import sin

__all__ = ["Sin"]


class Sin(Siso):
    """Sine of the input, rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == sin(self.u)
