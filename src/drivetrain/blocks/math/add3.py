"""Weighted sum of three."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs
from drivetrain.modeling import RealInput, parameter

__all__ = ["Add3"]


class Add3(TwoInputs):
    """Weighted sum of three inputs."""

    k1 = parameter(1.0, doc="Weight of u1")
    k2 = parameter(1.0, doc="Weight of u2")
    k3 = parameter(1.0, doc="Weight of u3")
    u3 = RealInput(doc="Third input")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.k1 * self.u1 + self.k2 * self.u2 + self.k3 * self.u3
