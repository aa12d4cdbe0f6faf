"""Disjunction."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drivetrain.blocks.interfaces import TwoBooleans

__all__ = ["Or"]


class Or(TwoBooleans):
    """True if at least one input is true."""

    def equations(self) -> Iterable[Any]:
        yield self.y == self.u1 | self.u2
