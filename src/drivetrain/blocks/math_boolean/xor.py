"""Exactly one of any number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanMiso
from drivetrain.modeling import Expr, constant, where

__all__ = ["Xor"]


class Xor(BooleanMiso):
    """True if exactly one input is true."""

    def equations(self) -> Iterable[Any]:
        number: Expr = sum((where(u, 1.0, 0.0) for u in self.u), start=constant(0.0))
        yield self.y == ((number > 0.5) & (number < 1.5))
