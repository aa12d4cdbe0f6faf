"""Hyperbolic cosine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Growing
from drivetrain.modeling import cosh

__all__ = ["Cosh"]


class Cosh(Growing):
    """Hyperbolic cosine of the input."""

    def equations(self) -> Iterable[Any]:
        yield self.y == cosh(self.u)
