"""Hyperbolic sine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Growing
from drivetrain.modeling import sinh

__all__ = ["Sinh"]


class Sinh(Growing):
    """Hyperbolic sine of the input."""

    def equations(self) -> Iterable[Any]:
        yield self.y == sinh(self.u)
