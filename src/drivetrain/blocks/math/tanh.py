"""Hyperbolic tangent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Siso
from drivetrain.modeling import tanh

__all__ = ["Tanh"]


class Tanh(Siso):
    """Hyperbolic tangent of the input."""

    def equations(self) -> Iterable[Any]:
        yield self.y == tanh(self.u)
