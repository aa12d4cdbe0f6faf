"""Weighted sum of two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs
from drivetrain.modeling import parameter

__all__ = ["Add"]


class Add(TwoInputs):
    """Weighted sum of two inputs."""

    k1 = parameter(1.0, doc="Weight of u1")
    k2 = parameter(1.0, doc="Weight of u2")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.k1 * self.u1 + self.k2 * self.u2
