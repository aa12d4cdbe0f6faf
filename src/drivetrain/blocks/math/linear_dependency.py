"""Linear function of two inputs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoInputs
from drivetrain.modeling import parameter

__all__ = ["LinearDependency"]


class LinearDependency(TwoInputs):
    """Output ``y0 * (1 + k1 * u1 + k2 * u2)``."""

    y0 = parameter(0.0, doc="Output if both inputs are 0")
    k1 = parameter(0.0, doc="Effect of u1")
    k2 = parameter(0.0, doc="Effect of u2")

    def equations(self) -> Iterable[Any]:
        yield self.y == self.y0 * (1 + self.k1 * self.u1 + self.k2 * self.u2)
