"""Negation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import BooleanSiso

__all__ = ["Not"]


class Not(BooleanSiso):
    """True if the input is false."""

    def equations(self) -> Iterable[Any]:
        yield self.y == ~self.u
