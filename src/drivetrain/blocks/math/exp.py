"""Exponential function."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import Growing
from drivetrain.modeling import exp

__all__ = ["Exp"]


class Exp(Growing):
    """Exponential function of the input."""

    def equations(self) -> Iterable[Any]:
        yield self.y == exp(self.u)
