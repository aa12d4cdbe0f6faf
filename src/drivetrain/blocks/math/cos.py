"""Cosine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import cos

__all__ = ["Cos"]


class Cos(Siso):
    """Cosine of the input, rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == cos(self.u)
