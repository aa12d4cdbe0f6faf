"""Angle of a point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs
from drivetrain.modeling import atan2

__all__ = ["Atan2"]


class Atan2(TwoInputs):
    """Angle of the point (u2, u1), rad."""

    def equations(self) -> Iterable[Any]:
        yield self.y == atan2(self.u1, self.u2)
